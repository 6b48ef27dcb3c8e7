"""Trees of categories: those of others, and files of one's own."""

import json

import pytest

from mtassay.errors import SettingError
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.human.protocols.categories import TREES, canonical_tree, read_tree, take_in_tree

OWN = ["Style", {"name": "Accuracy", "categories": ["Addition", {"name": "Omission", "missing": True, "source": True}]}]


def test_the_trees_of_others():
    leaves = {name: [path for category in tree for path, _ in category.leaves()] for name, tree in TREES.items()}
    assert len(leaves["wmt"]) == 22
    assert "Locale convention/Time format" in leaves["wmt"]
    assert len(leaves["vilar"]) == 15
    assert "Incorrect words/Sense/Wrong lexical choice" in leaves["vilar"]
    for tree in TREES.values():
        written = json.dumps([category.json for category in tree])
        assert read_tree(canonical_tree(written)) == tree


def test_a_file_is_taken_into_the_campaign(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(OWN, indent=2), encoding="utf-8")
    protocol = PROTOCOLS.create(take_in_tree(f"mqm:tree={path},score=yes"))
    assert protocol.has_score
    path.unlink()
    assert PROTOCOLS.create(protocol.spec) == protocol
    assert [path for category in protocol.categories for path, _ in category.leaves()] == [
        "Style",
        "Accuracy/Addition",
        "Accuracy/Omission",
    ]


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ("vilat", "did you mean"),
        ("none.json", "on the command line"),
        ("[", "a JSON list such as"),
        ("[]", "a JSON list such as"),
        ("[" * 100_000, "a JSON list such as"),
        ("[3]", "a name or an object"),
        ('["a/b"]', "without a slash"),
        ('["\\ud800"]', "without a slash"),
        ('[{"name": "a", "nmae": 1}]', "has no 'nmae'"),
        ('[{"name": "a", "missing": 1}]', "true or false"),
        ('[{"name": "a", "missing": true, "categories": ["b"]}]', "not of a itself"),
        ('["a", "a"]', "in the tree twice"),
        (json.dumps([str(number) for number in range(201)]), "too large"),
        (json.dumps([{"name": "1", "categories": [{"name": "2", "categories": [{"name": "3", "categories": [
            {"name": "4", "categories": ["5"]}]}]}]}]), "up to 4 levels"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_tree_is_said(tree, words):
    with pytest.raises(SettingError, match=words):
        canonical_tree(tree)


def test_only_a_command_opens_a_file(tmp_path):
    (tmp_path / "own.json").write_text(json.dumps(OWN), encoding="utf-8")
    with pytest.raises(SettingError, match="there is no tree"):
        PROTOCOLS.create(f"mqm:tree={tmp_path / 'own.json'}")
    with pytest.raises(SettingError, match="cannot be read"):
        take_in_tree("mqm:tree=none.json")
    assert take_in_tree("mqm:tree=vilar") == "mqm:tree=vilar"
    assert take_in_tree("da") == "da"
