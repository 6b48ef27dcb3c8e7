from dataclasses import replace

import pytest

from mtassay.errors import InputError
from mtassay.human.collection import Collection, Item, Judgment, Source, Target, collapse

PAPER = Source(
    "alles klar. danke schoen.",
    items=(Item("0", "alles klar."), Item("1", "danke  schoen.")),
    targets=(
        Target("yes. thanks. fine.", (Judgment(6, place="db.xml, line 8"),)),
        Target("okay thanks.", (Judgment(10, verdicts={"0": "ok", "1": "ok"}, place="db.xml, line 10"),)),
    ),
    place="db.xml, line 2",
)


def test_white_space_of_any_kind_is_one_blank() -> None:
    assert collapse("\t a\u00a0b\n\nc ") == "a b c"


def test_a_sound_collection_passes() -> None:
    collection = Collection((PAPER,))
    assert collection.check() is collection


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (replace(PAPER, text="  "), "line 2: an empty source"),
        (replace(PAPER, items=(Item("0", "alles gut."),)), "'alles gut.' does not occur in its source"),
        (replace(PAPER, items=(Item("0", "alles"), Item("0", "klar."))), "two information items are called '0'"),
        (replace(PAPER, targets=(Target("a\0b", place="line 4"),)), "line 4: a translation with a NUL"),
        (replace(PAPER, targets=(Target("a", (Judgment(11, place="line 9"),)),)), "line 9: the score 11 is not on"),
        (
            replace(PAPER, targets=(Target("a", (Judgment(1, verdicts={"0": "wrong"}, place="line 9"),)),)),
            "the item class 'wrong' does not exist; there are ok, missing",
        ),
        (
            replace(PAPER, targets=(Target("a", (Judgment(1, verdicts={"7": "ok"}, place="line 9"),)),)),
            "the information item '7', which its source does not have",
        ),
        (replace(PAPER, targets=(Target("a", (Judgment(1, seconds=-1, place="line 9"),)),)), "-1 seconds"),
    ],
)
def test_every_fault_is_named_by_place(source: Source, message: str) -> None:
    with pytest.raises(InputError, match="Nothing was imported") as caught:
        Collection((source,)).check()
    assert message in str(caught.value)


def test_many_faults_are_counted() -> None:
    targets = tuple(Target(str(number), (Judgment(99, place=f"line {number}"),)) for number in range(30))
    with pytest.raises(InputError, match="and 10 more"):
        Collection((replace(PAPER, targets=targets),)).check()
