"""The judgments among the examples are what their README says."""

from collections import Counter
from pathlib import Path

import pytest
from found import example

from mtassay.human.collection import Collection, Judgment, Output, Target
from mtassay.human.judgment_files import read_judgments

SYSTEMS = ("neural-large", "phrase-based", "word-by-word")


@pytest.fixture(scope="module")
def collection(dialogues: Path) -> Collection:
    return read_judgments(str(dialogues / "judgments.xml")).check()


def targets_of(collection: Collection, system: str) -> dict[int | None, Target]:
    """What a system produced, by segment."""
    return {
        output.position: target
        for source in collection.sources
        for target in source.targets
        for output in target.outputs
        if output.system == system
    }


def judgments_of(collection: Collection) -> list[Judgment]:
    return [judgment for source in collection.sources for target in source.targets for judgment in target.judgments]


def test_it_holds_the_sources_and_all_outputs_of_three_systems(collection: Collection) -> None:
    documents = example("dialogues/documents.txt")
    assert [source.text for source in collection.sources] == example("dialogues/source.de.txt")
    assert [source.document for source in collection.sources] == documents
    for system in SYSTEMS:
        targets = targets_of(collection, system)
        assert [targets[number].text for number in range(1, 121)] == example(f"dialogues/systems/{system}.txt")
        for number, target in targets.items():
            assert number is not None
            assert Output(system, "", number, documents[number - 1]) in target.outputs
    assert not targets_of(collection, "neural-small")
    assert (collection.source_language, collection.target_language) == ("de", "en")


@pytest.mark.parametrize(
    ("judge", "systems", "first", "last"),
    [("anna", SYSTEMS, 1, 60), ("ben", SYSTEMS[:2], 1, 40), ("carla", SYSTEMS[1:], 21, 60)],
)
def test_each_judge_judged_the_systems_and_segments_of_the_readme(
    collection: Collection, judge: str, systems: tuple[str, ...], first: int, last: int
) -> None:
    for system in SYSTEMS:
        judged = {
            number
            for number, target in targets_of(collection, system).items()
            if any(one.judge == judge for one in target.judgments)
            and (system in systems or {output.system for output in target.outputs}.isdisjoint(systems))
        }
        assert judged == (set(range(first, last + 1)) if system in systems else set())
    assert {one.judge for one in judgments_of(collection)} == {"anna", "ben", "carla"}


def test_rechecks_and_repetitions_follow_first_judgments(collection: Collection) -> None:
    rechecks, repeated = Counter[str](), Counter[str]()
    for source in collection.sources:
        for target in source.targets:
            seen = set()
            times = [one.at for one in target.judgments if one.at is not None]
            assert times == sorted(times)
            assert len(times) == len(target.judgments)
            for one in target.judgments:
                assert one.judge in seen or not one.is_recheck
                rechecks[one.judge] += one.is_recheck
                repeated[one.judge] += one.judge in seen and not one.is_recheck
                seen.add(one.judge)
    assert +rechecks == {"anna": 12}
    assert +repeated == {"ben": 5}


def test_items_cover_the_sources_of_three_documents_and_are_judged(collection: Collection) -> None:
    for number, source in enumerate(collection.sources, start=1):
        if number > 30:
            assert not source.items
            continue
        assert " ".join(item.text for item in source.items) == source.text
        labels = [item.label for item in source.items]
        for target in source.targets:
            first = {one.judge: one for one in reversed(target.judgments)}
            assert list(first["anna"].verdicts) == labels
            if "carla" in first:
                assert list(first["carla"].verdicts) == labels
            if "ben" in first:
                assert not first["ben"].verdicts


def test_fifteen_translations_are_by_no_system_and_good(collection: Collection) -> None:
    free = [target for source in collection.sources for target in source.targets if not target.outputs]
    assert len(free) == 15
    assert {one.value for target in free for one in target.judgments} == {9, 10}
    assert {one.judge for target in free for one in target.judgments} == {"anna"}


def test_some_are_untimed_and_one_spans_a_break(collection: Collection) -> None:
    judgments = judgments_of(collection)
    seconds = [one.seconds for one in judgments if one.seconds is not None]
    assert 0 < len(judgments) - len(seconds) < 10
    assert sum(one > 20 * 60 for one in seconds) == 1
    assert all(12 <= one <= 75 for one in seconds if one <= 20 * 60)
    assert any(one.comment for one in judgments)
