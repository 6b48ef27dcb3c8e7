"""The reference in the output."""

from found import example, found

from mtassay import EvalSet, check

REFERENCES = example("dialogues/reference-a.en.txt")


def test_references_as_output_are_found() -> None:
    assert len(found("leaked", REFERENCES, REFERENCES)["new"]) > 20


def test_post_edits_may_leave_as_much_as_they_like() -> None:
    evalset = EvalSet(REFERENCES, systems={"new": REFERENCES}, post_edit=True)
    assert not check(evalset, ["leaked"])


def test_honest_systems_hit_on_few() -> None:
    for name in ("neural-large", "neural-small", "phrase-based", "word-by-word"):
        assert found("leaked", example(f"dialogues/systems/{name}.txt"), REFERENCES) == {}


def test_short_segments_say_nothing() -> None:
    assert found("leaked", ["Yes."] * 50, ["Yes."] * 50) == {}


def test_a_single_long_one_is_odd() -> None:
    long = "This is a segment that goes on and on, as no translator would word it twice, " * 4
    assert found("leaked", [long, "b"], [["a", long], ["c"]]) == {"new": {1: ""}}
    assert found("leaked", [long, "b"], [["a", long], ["c"]], [long, "d"]) == {}


def test_scripts_without_spaces_are_shorter() -> None:
    texts = [f"我们明天一起坐火车回家好吗还是后天再去比较好{n}因为天气预报说今天会下雨" for n in range(9)]
    assert len(found("leaked", texts, texts)["new"]) == 9
