"""Laws of plain values: nobody counts commas to learn what a number means."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

PACKAGES = (
    *("settings", "corpus", "tokenizers", "alignment", "significance", "metrics", "checks"),
    *(
        "human",
        "evaluation",
        "comparison",
        "analyses",
        "estimation",
        "metaeval",
        "store",
        "reports",
        "compat",
        "web",
        "cli",
    ),
)

MOST_FIELDS = 7
MOST_BY_PLACE = 2
"""A value with more fields is made by their names, but for two that are the thing itself: columns and rows."""


def values() -> Iterator[type]:
    """The dataclasses of the packages, as they are defined there."""
    for package in PACKAGES:
        home = importlib.import_module(f"mtassay.{package}")
        inside = pkgutil.walk_packages(getattr(home, "__path__", ()), f"{home.__name__}.")
        names = (module.name for module in inside if ".migrations." not in module.name)  # Alembic alone can import them
        for name in (home.__name__, *names):
            for value in vars(importlib.import_module(name)).values():
                if isinstance(value, type) and is_dataclass(value) and value.__module__ == name:
                    yield value


@pytest.mark.parametrize("package", PACKAGES)
def test_the_walk_finds_the_values(package: str) -> None:
    assert any(f"{value.__module__}.".startswith(f"mtassay.{package}.") for value in values())


def test_wide_values_are_made_by_name() -> None:
    wide = []
    for value in values():
        given = [field for field in fields(value) if field.init]
        by_place = [field.name for field in given if not field.kw_only]
        if len(given) > MOST_FIELDS and len(by_place) > MOST_BY_PLACE:
            wide.append(f"{value.__module__}.{value.__qualname__} ({len(given)})")
    assert not wide, f"give these kw_only=True: {', '.join(sorted(set(wide)))}"
