"""What is stored in most tests of the store."""

import pytest

from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target


@pytest.fixture
def paper() -> Collection:
    """The example of the EvalTrans paper, section 4, with judges and systems."""
    return Collection(
        (
            Source(
                "alles klar. danke schoen.",
                items=(Item("0", "alles klar."), Item("1", "danke schoen.")),
                targets=(
                    Target("yes. thanks. fine.", (Judgment(6, judge="anna"),), (Output("A", "", 1),)),
                    Target(
                        "okay thanks.",
                        (
                            Judgment(10, judge="anna", verdicts={"0": "ok", "1": "ok"}),
                            Judgment(
                                9, judge="ben", verdicts={"0": "missing", "1": "ok"}, seconds=31.5, comment="terse"
                            ),
                        ),
                        (Output("B", "", 1),),
                    ),
                    Target("righto. thanks nice.", (Judgment(5, judge="ben", system="C"),), (Output("C", "", 1),)),
                ),
            ),
            Source(
                "bis morgen.",
                targets=(
                    Target(
                        "see you tomorrow.",
                        (Judgment(10, judge="anna", system="A"),),
                        (Output("A", "", 2), Output("B", "", 2)),
                    ),
                    Target("until tomorrow.", outputs=(Output("C", "", 2),)),
                ),
            ),
        )
    )
