"""Published tables: what people really put into files."""

from pathlib import Path

import pytest

from mtassay.corpus.files import read_table
from mtassay.corpus.tables import NO_CHOICES, Choices
from mtassay.errors import InputError, MtassayWarning

DATA = Path(__file__).parents[3] / "shared" / "data"
FOLDER = DATA / "wmt21-ted-ende-mqm"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no folder {FOLDER}")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def spaced(text: str) -> str:
    return " ".join(text.split())


def test_the_texts_in_marked_errors_are_those_of_the_outputs() -> None:
    evalset = read_table(str(FOLDER / "mqm_raw.tsv.gz"), NO_CHOICES)
    assert len(evalset) == 529
    assert evalset.sources is not None
    assert list(map(spaced, evalset.sources)) == lines(FOLDER / "source.en.txt")
    for name, output in evalset.systems.items():
        assert list(map(spaced, output)) == lines(FOLDER / "outputs" / f"{name}.de.txt")
    assert evalset.labels["errors Facebook-AI"][0].startswith("Minor Terminology/Inappropriate for context")


def test_columns_are_guessed_as_their_authors_meant_them() -> None:
    with pytest.warns(MtassayWarning, match="src=source, ref=reference, hyp=PBMT, hyp=Factored, hyp=NMT"):
        evalset = read_table(str(DATA / "mqm-enhr-2raters" / "segments.tsv"), NO_CHOICES)
    assert list(evalset.labels) == ["seg_id"]
    with pytest.warns(MtassayWarning, match="src=source, ref=reference"):
        judged = read_table(str(DATA / "indicmt-enhi-mqm" / "segments.tsv"), Choices(labels=("system", "source_id")))
    assert (len(judged), sorted(judged.labels)) == (1400, ["source_id", "system"])


@pytest.mark.filterwarnings("ignore:.*columns by their names")
def test_systems_in_rows_that_translated_different_segments_are_not_mixed() -> None:
    with pytest.raises(InputError, match=r"'system' says which system .*NLLB 189; 110 are common to all"):
        read_table(str(DATA / "indicmt-enhi-mqm" / "segments.tsv"), NO_CHOICES)
