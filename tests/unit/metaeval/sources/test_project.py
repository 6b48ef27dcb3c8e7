"""Judged outputs of a project: those that people judged, found by their sources."""

from collections.abc import Callable, Iterator
from pathlib import Path

import campaign_desk
import numpy as np
import pytest
import small_memory
import sqlalchemy as sa

from mtassay import InputError, evaluate, metric
from mtassay.corpus.evalset import EvalSet
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.sources.project import judged_from_project
from mtassay.metaeval.sources.project_references import project_references
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database
from mtassay.store.memory.stored_memory import load_memory

Write = Callable[[str, str], str]
REFERENCES = {
    source: [text] for source, text in zip(small_memory.SOURCES, small_memory.SYSTEMS["neural-large"], strict=True)
}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[sa.Connection, Project]]:
    small_memory.write(tmp_path / "hotel.db")
    database = Database(str(tmp_path / "hotel.db"), read_only=True)
    with database.reading() as connection:
        yield connection, find_project(connection, None)
    database.close()


def test_every_judged_output_counts_with_its_mean(opened: tuple[sa.Connection, Project]) -> None:
    connection, project = opened
    judged = judged_from_project(connection, project, [metric("chrf"), metric("ter")], REFERENCES)
    assert judged.systems == ("word-by-word", "phrases", "neural")
    memory = load_memory(connection, project).memory
    for row, outputs in enumerate(memory.outputs[:3]):
        assert np.array_equal(judged.human[row], memory.scores[outputs.target], equal_nan=True)
        texts = list(small_memory.SYSTEMS[outputs.system])
        scores = evaluate(EvalSet(list(REFERENCES.values()), systems={"": texts}), ["chrf", "ter"])[""]
        assert judged.metrics["chrF2"].segments[row] == pytest.approx(scores[0].segments)
        assert judged.metrics["chrF2"].systems[row] == pytest.approx(scores[0].value)
        assert judged.metrics["TER"].segments[row] == pytest.approx(-scores[1].segments)
    assert not judged.metrics["TER"].higher_is_better
    # the same text of two systems is one output
    assert judged.text[1, 1] == judged.text[2, 1] != judged.text[0, 1]
    assert judged.source_words is not None
    assert judged.source_words[2] == 4
    assert f"at revision {memory.revision}" in judged.notes[0]


def test_outputs_without_a_reference_are_left_out_and_counted(opened: tuple[sa.Connection, Project]) -> None:
    first = dict(list(REFERENCES.items())[:2])
    judged = judged_from_project(*opened, [metric("chrf")], first)
    assert np.isnan(judged.human[:, 2:]).all()
    whole = judged_from_project(*opened, [metric("chrf")], REFERENCES)
    lost = int((~np.isnan(whole.human[:, 2:])).sum())
    assert lost > 3
    assert f"Left out, because their sources have no reference: {lost} judged outputs." in judged.notes
    with pytest.raises(InputError, match=r"no source of the judged outputs of .* has a reference"):
        judged_from_project(*opened, [metric("chrf")], {"elsewhere": ["somewhere"]})


def test_given_scores_need_no_reference(opened: tuple[sa.Connection, Project], write: Write) -> None:
    lines = [
        f"{system}\t{segment}\t{place + segment / 10}"
        for place, system in enumerate(small_memory.SYSTEMS)
        for segment in range(1, 7)
    ]
    path = write("comet.tsv", "\n".join(["system\tsegment\tscore", *lines, ""]))
    judged: Judged = judged_from_project(*opened, [metric(f"given:path={path}")], {})
    assert judged.metrics["comet"].segments[2].tolist() == pytest.approx([2.1, 2.2, 2.3, 2.4, 2.5, 2.6])
    beside = judged_from_project(*opened, [metric(f"given:path={path}"), metric("chrf")], REFERENCES)
    assert beside.metrics["comet"].segments[2].tolist() == pytest.approx([2.1, 2.2, 2.3, 2.4, 2.5, 2.6])
    both = [metric(f"given:path={path}"), metric(f"given:path={path},places=2,column=score")]
    assert len(judged_from_project(*opened, both, {}).metrics) == 2


def test_without_references_those_of_the_project_serve(opened: tuple[sa.Connection, Project]) -> None:
    """Neural's outputs of the first and the third segment are perfect, and not its own alone; none is its own."""
    connection, project = opened
    judged = judged_from_project(connection, project, [metric("chrf")])
    known = ~np.isnan(judged.human)
    assert judged.systems == ("word-by-word", "phrases")
    assert known.any(axis=0).nonzero()[0].tolist() == [0, 2]
    given = judged_from_project(connection, project, [metric("chrf")], REFERENCES)
    assert judged.metrics["chrF2"].segments[:, [0, 2]] == pytest.approx(given.metrics["chrF2"].segments[:2, [0, 2]])
    assert "|ref:hotel@10|" in judged.metrics["chrF2"].signature
    assert (
        "References are the project's own: of 6 sources 2 have translations that were judged perfect and that not "
        "these systems alone made."
    ) in judged.notes
    assert any(
        note.startswith("Left out, because they have no reference, or only themselves: ") for note in judged.notes
    )
    assert "Left out, because none of their judged outputs has a reference: neural." in judged.notes


def test_translations_of_people_serve_before_all_others(tmp_path: Path) -> None:
    small_memory.write(tmp_path / "hotel.db")
    database = Database(str(tmp_path / "hotel.db"))
    texts = [f"{text} indeed" for text in small_memory.SYSTEMS["neural-large"]]
    with database.writing() as connection:
        project = find_project(connection, None)
        add_outputs(connection, project, "refA", texts, "anna")
    with database.reading() as connection:
        judged = judged_from_project(connection, project, [metric("chrf")])
        references = dict(zip(small_memory.SOURCES, ([text] for text in texts), strict=True))
        given = judged_from_project(connection, project, [metric("chrf")], references)
        assert "of 6 sources 6 have people's translations (the outputs of refA)." in judged.notes[1]
        assert judged.systems == given.systems == ("word-by-word", "phrases", "neural")
        assert np.array_equal(judged.human, given.human, equal_nan=True)
        assert np.array_equal(judged.metrics["chrF2"].segments, given.metrics["chrF2"].segments, equal_nan=True)
        with pytest.raises(InputError, match="Anna, a person: there is no such system"):
            judged_from_project(connection, project, [metric("chrf")], people=["Anna"])
    database.close()


def test_references_of_campaigns_serve(tmp_path: Path) -> None:
    small_memory.write(tmp_path / "hotel.db")
    database = Database(str(tmp_path / "hotel.db"))
    sources = list(small_memory.SOURCES)[:3]
    texts = EvalSet(
        ["one", "two", "three"], sources=sources, systems={"x": ["a", "b", "c"]}, labels={"document": ["d"] * 3}
    )
    with database.writing() as connection:
        project = find_project(connection, None)
        campaign_desk.begin(connection, project, "fluency", texts=texts)
    with database.reading() as connection:
        judged = judged_from_project(connection, project, [metric("chrf")])
        assert judged.systems == ("word-by-word", "phrases", "neural")
        known = project_references(connection, project, load_memory(connection, project).memory, [], judged.systems)
        assert known.by_people == {
            source: [text] for source, text in zip(sources, ("one", "two", "three"), strict=True)
        }
        assert "of 6 sources 3 have people's translations (those of campaigns)" in judged.notes[1]
    database.close()


def test_a_project_without_judgments_is_told(opened: tuple[sa.Connection, Project]) -> None:
    connection, project = opened
    with pytest.raises(InputError, match=r"no output of any system of .* was judged yet"):
        judged_from_project(connection, project, [metric("chrf")], REFERENCES, revision=1)
