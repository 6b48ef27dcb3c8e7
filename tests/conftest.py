"""Settings and fixtures for all tests."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

# In CI the same examples every time: a push should not fail for what it did not change.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


@pytest.fixture(scope="session")
def dialogues() -> Path:
    return ROOT / "examples" / "dialogues"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], str]:
    """Writes a file into the test's folder and gives its path."""

    def write_file(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write_file
