"""Reports of public data: no larger than promised."""

from pathlib import Path

import pytest

from mtassay import EvalSet
from mtassay.analyses.analyze import analyze
from mtassay.reports.page.report import write_report

TED = Path(__file__).parents[3] / "shared" / "data" / "ted-slk-eng-pair"

pytestmark = [
    pytest.mark.skipif(not TED.is_dir(), reason=f"the public data are not at {TED.parent}"),
    pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning"),
]


def lines(name: str) -> list[str]:
    return (TED / name).read_text(encoding="utf-8").split("\n")[:-1]


def test_all_analyses_of_two_systems_are_below_1_2_megabytes() -> None:
    evalset = EvalSet(
        lines("reference.detok.eng.txt"),
        sources=lines("source.tok.slk.txt"),
        systems={name: lines(f"sys{name}.detok.eng.txt") for name in ("1-pbmt", "2-nmt")},
        target_language="en",
    )
    written = write_report(analyze(evalset, metrics=["bleu", "chrf", "ter", "wer", "per"]))
    assert 900_000 < len(written.encode()) < 1_200_000
