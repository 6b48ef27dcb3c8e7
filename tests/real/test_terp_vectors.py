"""Records of the TERp program: score, words, and the number of every edit."""

import os
from pathlib import Path
from typing import Any

import pytest
from real.test_vectors import VECTORS, cases, records

from mtassay import EvalSet, metric

WORDNET = Path(os.environ.get("MTASSAY_WORDNET", "/usr/share/wordnet"))

pytestmark = [
    pytest.mark.skipif(not VECTORS.is_dir(), reason=f"the public test vectors are not at {VECTORS}"),
    pytest.mark.skipif(
        not (WORDNET / "index.noun").exists(),
        reason=f"WordNet is not at {WORDNET} (Debian: wordnet-base); MTASSAY_WORDNET can name its folder",
    ),
]


def write_resources(folder: Path) -> None:
    resources = {record["id"]: record["input"] for record in records("terp") if record["level"] == "resource"}
    (folder / "stop.txt").write_text("\n".join(resources["terp-stop-words"]["words"]), encoding="utf-8")
    lines = [
        f"{line['probability']} <p>{line['reference']}</p> <p>{line['hypothesis']}</p>\n"
        for line in resources["terp-phrase-table"]["lines"]
    ]
    (folder / "phrases.txt").write_text("".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    "record",
    [case for case in cases("terp", "TERp") if case.values[0]["level"] == "sentence"],
)
def test_terp(record: dict[str, Any], tmp_path: Path) -> None:
    params, given, expected = record["params"], record["input"], record["expected"]
    write_resources(tmp_path)
    settings = [f"costs={params['costs']}"]
    settings += [f"stop={tmp_path / 'stop.txt'}"] if params["shift_stop_words"] else []
    settings += [f"wordnet={WORDNET}"] if params["wordnet"] else []
    settings += [f"phrases={tmp_path / 'phrases.txt'}"] if params["phrase_table"] else []
    one = metric("terp:" + ",".join(settings))
    row = one.stats([given["hyp"]], one.prepare(EvalSet([given["refs"]])))[0]
    assert float(one.score(row)) == pytest.approx(expected["score"], abs=1e-9)
    counts = {name: float(number) for name, number in one.parts(row).items()}
    assert counts["reference_length"] == expected["words"]
    assert counts["cost"] == pytest.approx(expected["cost_rounded"], abs=0.001)
    edits = ("insertions", "deletions", "substitutions", "stems", "synonyms", "phrases", "shifts")
    assert {name: counts[name] for name in edits} == {name: expected[name] for name in edits}
