from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.human.pseudonyms import with_pseudonyms


def test_judges_keep_one_pseudonym_and_lose_name_and_comments() -> None:
    targets = (
        Target(
            "x",
            (
                Judgment(1, judge="Ben", comment="as Anna said", extra={"mail": "ben@example.org"}),
                Judgment(2, judge="Anna"),
            ),
        ),
        Target("y", (Judgment(3, judge="Ben"), Judgment(4))),
    )
    hidden = with_pseudonyms(Collection((Source("a", targets=targets),)))
    found = [judgment for target in hidden.sources[0].targets for judgment in target.judgments]
    assert [judgment.judge for judgment in found] == ["judge1", "judge2", "judge1", ""]
    assert [judgment.value for judgment in found] == [1, 2, 3, 4]
    assert all(judgment.comment == "" for judgment in found)
    assert all(not judgment.extra for judgment in found)
