"""Reports on scores that not all outputs have, and on texts that are not given away."""

import json
from pathlib import Path

import mtassay
from mtassay.analyses.segments import OutcomeTable


def written(path: Path, first: dict[str, int]) -> str:
    """Scores of 60 segments counted from 0, of each system from another one on."""
    rows = [
        {"system": system, "segment": number, "score": number / 10}
        for system, start in first.items()
        for number in range(start, 60)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return f"given:path={path},gaps=yes,places=2"


def evalset(**labels: list[str]) -> mtassay.EvalSet:
    texts = [f"the cat number {number}" for number in range(60)]
    return mtassay.EvalSet(texts, systems={"A": texts, "B": texts[::-1]}, labels=labels)


def test_a_system_without_the_first_score_is_not_shifted(tmp_path: Path) -> None:
    spec = written(tmp_path / "scores.jsonl", {"A": 0, "B": 1})
    evaluation = mtassay.evaluate(evalset(), [spec])
    for system in ("A", "B"):
        segments = evaluation[system][0].segments
        assert segments is not None
        assert segments[5] == 0.5


def test_outputs_without_a_score_are_in_no_line(tmp_path: Path) -> None:
    spec = written(tmp_path / "scores.jsonl", {"A": 0, "B": 20})
    (table,) = mtassay.analyze(evalset(), ["segments:by=score"], [spec])["segments:by=score"]
    assert isinstance(table, OutcomeTable)
    assert table.counts.sum(axis=0).tolist() == [60, 40]
    assert "Outputs without a score are in no line." in table.notes


def test_labels_with_rare_values_are_texts_too() -> None:
    labelled = evalset(comment=[f"secret {number}" for number in range(60)], domain=["news", "talks"] * 30)
    analyses = mtassay.analyze(labelled, ["profile"], ["chrf"])
    assert "secret 7" in mtassay.Report(analyses).html
    hidden = mtassay.Report(analyses, texts="none").html
    assert "secret" not in hidden
    assert "talks" in hidden
