"""People beside a metric, output by output."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Ranked, RankedOutput, Scored
from mtassay.metaeval.people_and_metric import people_and_metric

REFERENCE = "the cat sat on the old mat"
TEXTS = {"good": REFERENCE, "fair": "the cat sat on a mat", "odd": "a dog ran", "free": "upon its rug lay a feline"}
PEOPLE = {"good": 90.0, "fair": 60.0, "odd": 10.0, "free": 95.0}


def scored(judge: str, system: str, value: float, *, segment: str = "1", reference: str = REFERENCE) -> Scored:
    return Scored(
        segment=segment,
        judge=judge,
        source="die Katze",
        reference=reference,
        item=system,
        made_by=(system,),
        value=value,
        text=TEXTS[system],
    )


def ranked(*order: str, segment: str = "1", judge: str = "anna") -> Ranked:
    """Systems from the best to the worst."""
    outputs = tuple(RankedOutput((name,), rank, TEXTS[name]) for rank, name in enumerate(order, 1))
    return Ranked(segment=segment, judge=judge, source=segment, reference=REFERENCE, outputs=outputs)


def all_scored(judges: Sequence[str] = ("anna",)) -> list[Scored]:
    return [scored(judge, system, value) for judge in judges for system, value in PEOPLE.items()]


def test_they_part_where_a_good_translation_has_other_words() -> None:
    both = people_and_metric(Answers(tuple(all_scored())), "chrf")
    first = both.outputs[0]
    assert (first.systems, first.people, first.people_place) == (("free",), 95, 1)
    assert first.apart < -0.3
    by_name = {output.systems[0]: output for output in both.outputs}
    assert by_name["good"].metric == pytest.approx(100)
    assert (by_name["good"].people_place, by_name["good"].metric_place) == pytest.approx((2 / 3, 1))
    assert both.label == "chrF2"
    assert 0 < both.correlation < 1


def test_better_is_better_whatever_the_direction_of_either() -> None:
    higher = people_and_metric(Answers(tuple(all_scored())), "chrf")
    penalties = [replace(answer, value=100 - answer.value) for answer in all_scored()]
    for answers, metric in (
        (Answers(tuple(all_scored())), "ter"),
        (Answers(tuple(penalties), is_lower_better=True), "chrf"),
    ):
        turned = people_and_metric(answers, metric)
        places = {output.systems: output.people_place for output in turned.outputs}
        assert places == {output.systems: output.people_place for output in higher.outputs}
        assert turned.correlation > 0


def test_the_strictness_of_judges_is_taken_out() -> None:
    answers = [scored("anna", "good", 80.0), scored("ben", "fair", 90.0), scored("anna", "odd", 10.0)]
    said = people_and_metric(Answers(tuple(answers)), "chrf", severity={"ben": -20.0}).outputs
    assert {output.systems[0]: output.people for output in said} == {"good": 80, "fair": 70, "odd": 10}
    lower = Answers(tuple(answers), is_lower_better=True)
    said = people_and_metric(lower, "chrf", severity={"ben": -20.0}).outputs
    assert {output.systems[0]: output.people for output in said}["fair"] == 110


def test_answers_of_one_output_are_averaged_and_controls_do_not_count() -> None:
    answers = [*all_scored(["anna", "ben"]), replace(scored("anna", "good", 0.0), kind=Kind.DEGRADED)]
    answers[0] = replace(answers[0], value=70.0)
    both = people_and_metric(Answers(tuple(answers)), "chrf")
    (good,) = [output for output in both.outputs if output.systems == ("good",)]
    assert (good.people, good.answers) == (80, 2)


def test_references_are_found_by_the_source_but_none_for_itself() -> None:
    without = tuple(replace(answer, reference="") for answer in all_scored())
    with pytest.raises(InputError, match="none of the judged outputs has a reference"):
        people_and_metric(Answers(without), "chrf")
    both = people_and_metric(Answers(without), "chrf", {"die  Katze": [REFERENCE]})
    assert both.without_reference == 1  # it is the reference
    assert {output.systems[0] for output in both.outputs} == {"fair", "odd", "free"}
    assert {output.reference for output in both.outputs} == {REFERENCE}


def test_rankings_are_compared_within_their_source() -> None:
    rankings = [ranked("good", "fair", "odd"), ranked("free", "odd", segment="2"), ranked("odd", "good", segment="3")]
    both = people_and_metric(Answers(tuple(rankings), "ranking"), "chrf")
    assert both.is_ranking
    first = both.outputs[0]
    assert (first.source, first.people) in {("3", 1.0), ("3", 0.0)}
    assert len([output for output in both.apart if output.source == "3"]) == 1  # the other one mirrors it
    of_third = sum(output.metric for output in both.outputs if output.source == "3")
    assert of_third == pytest.approx(0)
    ties = people_and_metric(Answers((replace(rankings[0], outputs=tuple(
        output._replace(rank=1) for output in rankings[0].outputs)),), "ranking"), "chrf")  # fmt: skip
    assert {output.people for output in ties.outputs} == {0.5}
    assert ties.correlation != ties.correlation  # people say the same of all


def test_too_few_outputs_say_so() -> None:
    with pytest.raises(InputError, match="only 2 judged outputs have a reference"):
        people_and_metric(Answers(tuple(all_scored()[:2])), "chrf")
