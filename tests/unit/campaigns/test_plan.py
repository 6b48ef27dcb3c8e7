import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.campaigns.plan import CampaignPlan, Design, plan_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.human.protocols.base import PROTOCOLS, Context


def texts(systems: int, segments: int, document: int = 0, seed: int = 0, variants: int = 6) -> EvalSet:
    """Systems that often write the same; documents of so many segments."""
    choose = random.Random(seed)
    return EvalSet(
        [f"reference {number}" for number in range(segments)],
        sources=[f"source {number}" for number in range(segments)],
        systems={
            f"system {system}": [f"output {number} {choose.randrange(variants)}" for number in range(segments)]
            for system in range(systems)
        },
        labels={"document": [f"d{number // document}" for number in range(segments)]} if document else {},
    )


designs = st.fixed_dictionaries(
    {
        "protocol": st.sampled_from(["da", "sqm:against=both", "fluency", "ranking", "pairwise"]),
        "systems": st.integers(2, 13),
        "segments": st.integers(1, 60),
        "document": st.sampled_from([0, 1, 4, 9]),
        "context": st.sampled_from(["none", "before", "document"]),
        "seats": st.integers(1, 33),
        "overlap": st.sampled_from([0.0, 0.2, 1.0]),
        "seed": st.integers(0, 3),
    }
).filter(
    lambda case: (
        case["context"] in PROTOCOLS.create(case["protocol"]).contexts
        and (case["context"] == "none" or case["document"])
    )
)


def planned(case: dict[str, Any]) -> CampaignPlan:
    design = Design(
        protocols=(case["protocol"],),
        seats=case["seats"],
        context=case["context"],
        overlap=case["overlap"],
        seed=case["seed"],
    )
    return plan_campaign(texts(case["systems"], case["segments"], case["document"], case["seed"]), design)


@given(case=designs)
def test_assignments_keep_their_laws(case: dict[str, Any]) -> None:
    plan = planned(case)
    load: Counter[int] = Counter()
    for task in plan.tasks:
        assert len(set(task.seats)) == len(task.seats)
        assert len(task.seats) in (1, 2)
        low, high = plan.protocols[0].outputs
        assert case["context"] == "document" or low <= len(task.task.items) <= high
        for seat in task.seats:
            load[seat] += task.task.units
    asked = Counter((seat, item) for task in plan.tasks for seat in task.seats for item in task.task.items)
    assert max(asked.values(), default=1) == 1  # nobody is asked twice about a text
    of_block = Counter[str]()
    for task in plan.tasks:
        of_block[task.task.block] += task.task.units
    largest = (
        max(of_block.values(), default=0)
        if plan.spreading == "within"
        else max((task.task.units for task in plan.tasks), default=0)
    )
    loads = [load[seat] for seat in range(1, case["seats"] + 1)]
    bound = largest if case["seats"] > 2 else 2 * largest
    assert max(loads) - min(loads) <= 2 * bound
    if plan.protocols[0].outputs[1] == 1:
        assert {item for task in plan.tasks for item in task.task.items} == set(range(len(plan.items)))
    seats_of_block: dict[str, set[int]] = {}
    for task in plan.tasks:
        seats_of_block.setdefault(task.task.block, set()).add(len(task.seats))
    assert all(len(counts) == 1 for counts in seats_of_block.values())  # all outputs of a block, or none of them
    twice = sum(counts == {2} for counts in seats_of_block.values())
    # a block without a task of its own, where all systems say the same, may be among those that were drawn
    wanted = round(case["overlap"] * len(plan.blocks)) if case["seats"] > 1 else 0
    assert wanted - (len(plan.blocks) - len(seats_of_block)) <= twice <= wanted
    covered = Counter((item.segment, system) for item in plan.items for system in item.systems)
    assert set(covered.values()) == {1}
    assert len(covered) == plan.outputs


# where everything is asked twice, few seats may differ by more: 8 of 40 for 13 systems and 5 seats
@pytest.mark.parametrize(("overlap", "apart"), [(0.0, 5), (0.2, 4)])
@pytest.mark.parametrize("systems", [4, 7, 13])
@pytest.mark.parametrize("seats", [5, 10, 33])
def test_every_judge_has_about_as_many_outputs_of_each_system(
    systems: int, seats: int, overlap: float, apart: int
) -> None:
    segments = 300 if overlap == 0.2 else 100
    plan = plan_campaign(texts(systems, segments, 7, systems), Design(protocols=("da",), seats=seats, overlap=overlap))
    counts = Counter(
        (seat, system)
        for task in plan.tasks
        for seat in task.seats
        for item in task.task.items
        for system in plan.items[item].systems
    )
    assert plan.spreading == "across"
    for system in range(systems):
        own = [counts[seat, system] for seat in range(1, seats + 1)]
        assert max(own) - min(own) <= apart
    load = Counter(seat for task in plan.tasks for seat in task.seats)
    assert max(load.values()) - min(load.values()) <= 2


def test_equal_outputs_are_asked_once_and_count_for_each_system() -> None:
    same = EvalSet(
        sources=["ein Haus", "zwei"], systems={"a": ["a house", "two"], "b": ["a  house ", "2"], "c": ["a house", "2"]}
    )
    plan = plan_campaign(same, Design(protocols=("da",), seats=1))
    assert {(item.segment, item.text): item.systems for item in plan.items} == {
        (0, "a house"): (0, 1, 2),
        (1, "two"): (0,),
        (1, "2"): (1, 2),
    }
    assert plan.saved_by_equality == 3
    assert plan.answers == 3


def test_in_documents_only_whole_ones_are_equal() -> None:
    same = EvalSet(
        sources=["ein Haus", "zwei"],
        systems={"a": ["a house", "two"], "b": ["a house", "2"], "c": ["a house", "2"]},
        labels={"document": ["d", "d"]},
    )
    plan = plan_campaign(same, Design(protocols=("da",), seats=1, context="document"))
    assert sorted(len(task.task.items) for task in plan.tasks) == [2, 2]
    assert sorted(item.systems for item in plan.items) == [(0,), (0,), (1, 2), (1, 2)]


def test_what_is_known_is_not_asked() -> None:
    labels = {"document": ["d", "d"]}
    evalset = EvalSet(sources=["ein Haus", "zwei"], systems={"a": ["a house", "two"]}, labels=labels)
    known = {"sser": frozenset({("ein Haus", "", "a house")})}
    plan = plan_campaign(evalset, Design(protocols=("sser",), seats=1), known=known)
    assert [plan.items[number].text for number in plan.reused[0]] == ["a house"]
    assert [plan.items[item].text for task in plan.tasks for item in task.task.items] == ["two"]
    assert (plan.saved_by_reuse, plan.saved_by_equality, plan.answers) == (1, 0, 1)
    for reuse, context in ((False, "none"), (None, "before")):
        design = Design(protocols=("sser",), seats=1, reuse=reuse, context=context)
        assert plan_campaign(evalset, design, known=known).saved_by_reuse == 0


@pytest.mark.parametrize(
    ("protocol", "context", "words"), [("da", "document", "part of"), ("ranking", "none", "several")]
)
def test_what_stands_beside_others_is_never_reused(protocol: str, context: Context, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        plan_campaign(texts(3, 4), Design(protocols=(protocol,), seats=1, context=context, reuse=True))
    known = {"ranking": frozenset({("ein Haus", "", "a house")})}
    assert plan_campaign(texts(3, 4), Design(protocols=("ranking",), seats=1), known=known).saved_by_reuse == 0


def test_fluency_is_asked_before_adequacy_by_the_same_seats() -> None:
    plan = plan_campaign(texts(2, 10), Design(protocols=("fluency", "adequacy"), seats=2))
    assert [task.protocol for task in plan.tasks] == sorted(task.protocol for task in plan.tasks)
    items = [{item for task in plan.tasks if task.protocol == place for item in task.task.items} for place in (0, 1)]
    assert items[0] == items[1] == set(range(len(plan.items)))


def test_says_how_long_it_takes_and_what_will_show() -> None:
    plan = plan_campaign(texts(4, 200, variants=10**9), Design(protocols=("da",), seats=5, overlap=0))
    assert plan.answers == 800
    assert sum(plan.seconds_of_seats) == pytest.approx(800 * 13)
    assert plan.smallest_difference == pytest.approx(13.9, abs=0.05)
    assert plan_campaign(texts(4, 20), Design(protocols=("ranking",), seats=5)).smallest_difference is None
    assert plan_campaign(texts(4, 20), Design(protocols=("da",), seats=1)).smallest_difference is None
    assert plan.idle_seats == 0
    assert plan_campaign(texts(1, 3), Design(protocols=("da",), seats=5, overlap=0)).idle_seats == 2


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"protocols": ("ranking",), "context": "document"}, "cannot show the context 'document'"),
        ({"protocols": ("fluency",), "context": "before"}, "fluency cannot show the context 'before'"),
        ({"protocols": ("da:against=reference",)}, "shows a reference, which is missing"),
        ({"protocols": ("da",), "expertise": "target"}, "know the target language alone"),
        ({"protocols": ("da",), "spreading": "across"}, "two systems cannot be spread across judges"),
        ({"protocols": ("da",), "context": "document"}, "shown in their documents, which nobody has named"),
        ({"protocols": ("da",), "context": "before"}, "told by their documents, which nobody has named"),
        ({"protocols": ()}, "one protocol or more"),
        ({"protocols": ("da", "da")}, "named twice"),
        ({"protocols": ("da", "da:against=both")}, "by da in two ways: .* for each"),
        ({"protocols": ("da",), "seats": 0}, "0 seats"),
        ({"protocols": ("da",), "overlap": 2}, "from 0 to 1"),
    ],
)
def test_refuses_what_cannot_be_asked(settings: dict[str, Any], words: str) -> None:
    evalset = EvalSet(sources=["ein Haus"], systems={"a": ["a house"], "b": ["house"]})
    with pytest.raises((InputError, SettingError), match=words):
        plan_campaign(evalset, Design(**{"seats": 2, **settings}))


def test_fluency_needs_no_source() -> None:
    evalset = EvalSet(systems={"a": ["a house"], "b": ["house"]})
    assert plan_campaign(evalset, Design(protocols=("fluency",), seats=2, expertise="target")).answers == 2


def test_what_was_written_in_another_language_is_left_out_and_said() -> None:
    texts = EvalSet(
        sources=["eins", "zwei", "drei", "vier"],
        systems={"a": ["one", "two", "three", "four"], "b": ["1", "2", "3", "4"]},
        labels={"origlang": ["de", "en", "", "de-AT"]},
    )
    design = Design(protocols=("da",), seats=2, source_language="de")
    plan = plan_campaign(texts, design)
    assert plan.segments == 3
    assert [left.in_words() for left in plan.left_out] == [
        "1 segment is left out: first written in another language than de (en)."
    ]
    assert plan_campaign(texts, replace(design, originals="all")).segments == 4
    assert plan_campaign(texts, replace(design, source_language="")).segments == 4
    chosen = plan_campaign(texts, replace(design, where="source ~ i"), segments=[0, 1, 3])
    assert [(left.segments, left.why.split()[-1]) for left in chosen.left_out] == [(1, "i"), (1, "(en)")]
    with pytest.raises(InputError, match=r"no segment is left.*1 segment is left out"):
        plan_campaign(texts, design, segments=[1])
