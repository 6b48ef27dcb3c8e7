"""Checks on the outputs of real systems: few alarms, and those that matter."""

from pathlib import Path

import pytest

import mtassay
from mtassay.corpus.files import read_evalset

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"no public data in {DATA}")


def findings(reference: str, source: str | None, outputs: str) -> mtassay.Findings:
    systems = {path.name: str(path) for path in sorted(DATA.glob(outputs))}
    return mtassay.check(read_evalset([str(DATA / reference)], systems, None if source is None else str(DATA / source)))


@pytest.mark.parametrize(
    ("folder", "reference", "source", "limit"),
    [
        ("wmt21-news-ende-mqm", "reference.refA.de.txt", "source.en.txt", 0.002),
        ("wmt21-ted-ende-mqm", "reference.refA.de.txt", "source.en.txt", 0.002),
        ("wmt21-isen-da", "reference.refA.en.txt", "source.is.txt", 0.005),
        ("wmt13-fren-rank5", "reference.en.txt.gz", "source.fr.txt.gz", 0.005),
        ("wmt17-ende-significance", "reference.de.txt.gz", None, 0.01),
    ],
)
def test_good_systems_give_few_alarms(folder: str, reference: str, source: str | None, limit: float) -> None:
    found = findings(f"{folder}/{reference}", source and f"{folder}/{source}", f"{folder}/outputs/*")
    segments = {(one.system, index) for one in found if one.system for index in one.segments}
    systems = len(list(DATA.glob(f"{folder}/outputs/*")))
    assert len(segments) < limit * found.segments * systems


def test_an_output_that_was_not_translated_is_found() -> None:
    folder = "wmt21-news-ende-mqm"
    found = findings(f"{folder}/reference.refA.de.txt", f"{folder}/source.en.txt", f"{folder}/outputs/*")
    assert [(one.system, one.numbers) for one in found.kinds["untranslated"]] == [("Nemo.de.txt", [62])]


def test_tokenized_output_is_found() -> None:
    found = findings("ted-slk-eng-pair/reference.detok.eng.txt", None, "ted-slk-eng-pair/sys2-nmt.tok.eng.txt")
    assert found.severe[0].check == "tokenized"
    assert len(found.severe[0].segments) > 2000
