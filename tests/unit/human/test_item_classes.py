"""The classes of information items: one list, and no other anywhere."""

import re
from pathlib import Path

import mtassay
from mtassay.human.item_classes import CLASSES, ITEM_CLASSES

HOME = Path(mtassay.__file__).parent


def test_keys_names_and_short_names_tell_classes_apart() -> None:
    assert ITEM_CLASSES[0] == "ok"
    for name in ("name", "key", "short", "words"):
        assert len({getattr(one, name) for one in CLASSES}) == len(CLASSES)
    assert all(len(one.key) == 1 and len(one.short) <= 3 for one in CLASSES)


def test_the_list_stands_in_one_place() -> None:
    again = re.compile(r"missing\W+syntax\W+meaning|mis\W+syn\W+mea|\bomset\b|o m s e t|dxomset")
    found = [
        str(path.relative_to(HOME))
        for ending in ("py", "html", "js")
        for path in HOME.rglob(f"*.{ending}")
        if again.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
