"""Whole runs of the command line on the examples; `pytest --update-golden` writes them anew."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from recorded import compare

ROOT = Path(__file__).parents[2]
_DIALOGUES = "score -r examples/dialogues/reference-a.en.txt -r examples/dialogues/reference-b.en.txt"
_COMPARE = _DIALOGUES.replace("score", "compare", 1)
_SYSTEMS = " ".join(
    f"examples/dialogues/systems/{name}.txt"
    for name in ("neural-large", "neural-small", "phrase-based", "word-by-word")
)
_ANALYZE = (
    "analyze -s examples/dialogues/source.de.txt -r examples/dialogues/reference-a.en.txt"
    " examples/dialogues/systems/neural-small.txt examples/dialogues/systems/neural-large.txt -q -m bleu -m chrf"
)
_META = (
    f"meta -q -s examples/dialogues/source.de.txt -r examples/dialogues/reference-a.en.txt {_SYSTEMS} -m bleu -m chrf"
    " --judgments examples/dialogues/judgments.xml"
)
RUNS = {
    "analyses": "analyses",
    "analyses-errors": "analyses errors",
    "analyses-words": "analyses words",
    "analyses-help": "analyses --help",
    "analyze-help": "analyze --help",
    "analyze-text": f"{_ANALYZE} -a words -a segments -a errors -a kept -a profile -a checks -a ngrams:least=5"
    " -a examples:count=2",
    "analyze-where": f"{_ANALYZE} -a words:by=shape -a segments:by=difference -a ngrams:orders=2,least=3"
    " --where 'length >= 10 and chrf(neural-large) > 60'",
    "analyze-documents": f"{_ANALYZE} examples/dialogues/systems/phrase-based.txt -a errors -a segments:by=document"
    " --labels document=examples/dialogues/documents.txt --unit document --pair neural-large,phrase-based",
    "analyze-systems": _ANALYZE.replace("-a.en", "-b.en", 1)
    + " examples/dialogues/systems/phrase-based.txt examples/dialogues/systems/word-by-word.txt -a words:by=shape"
    " -a errors -a profile",
    "analyze-runs": "analyze -r examples/dialogues/reference-a.en.txt a=examples/dialogues/systems/neural-small.txt"
    " a=examples/dialogues/systems/phrase-based.txt b=examples/dialogues/systems/neural-large.txt -q -m chrf -a errors"
    " -a ngrams:orders=1,least=5",
    "analyze-alone": "analyze -r examples/dialogues/reference-a.en.txt examples/dialogues/systems/word-by-word.txt -q"
    " -m chrf -a words:by=shape -a ngrams -a examples:count=2 -a kept",
    # programs get all digits of a p-value, the last of which a processor may round otherwise: these have exact ones
    "analyze-json": f"{_ANALYZE} -a ngrams:orders=2,least=6 -a examples:count=1 --format json -w 6",
    "analyze-tsv": f"{_ANALYZE} -a words:by=shape -a errors --where 'segment <= 25' --format tsv -w 6",
    "analyze-jsonl": f"{_ANALYZE} -a segments:by=difference --format jsonl -w 6",
    "analyze-csv": f"{_ANALYZE} -a examples:count=1 --format csv -w 6",
    "analyze-markdown": f"{_ANALYZE} -a errors -a ngrams:least=5 -a examples:count=1 --format markdown",
    "analyze-latex": f"{_ANALYZE} -a words:by=shape -a errors --format latex",
    "report-help": "report --help",
    "human-help": "human --help",
    "human-scores": "human examples/dialogues/judgments.xml",
    "human-rankings": "human examples/dialogues/rankings.csv --without-judge olek",
    "human-rankings-wmt": "human examples/dialogues/rankings.csv --as wmt --runs 100",
    "human-markdown": "human examples/dialogues/judgments.xml --format markdown --table differences",
    "score-text": f"{_DIALOGUES} {_SYSTEMS} -m bleu -m chrf -m chrf:word_order=2 --cite",
    "score-json": f"{_DIALOGUES} examples/dialogues/systems/neural-large.txt --format json -w 6",
    "score-tsv": f"{_DIALOGUES} {_SYSTEMS} --format tsv -w 6",
    "score-markdown": f"{_DIALOGUES} {_SYSTEMS} --format markdown",
    "score-latex": f"{_DIALOGUES} {_SYSTEMS} --format latex",
    "score-csv": f"{_DIALOGUES} {_SYSTEMS} --format csv -w 6",
    "score-jsonl": f"{_DIALOGUES} examples/dialogues/systems/neural-large.txt --format jsonl -w 6",
    "score-statistics": "score -r examples/legal/reference.en.txt examples/legal/systems/online-a.txt"
    " examples/legal/systems/online-b.txt -m bleu-disa -m wer -m gtm-disa --statistics",
    "score-statistics-json": "score -r examples/legal/reference.en.txt examples/legal/systems/online-a.txt"
    " examples/legal/systems/online-b.txt -m bleu-disa -m wer --statistics --format json -w 6",
    "score-statistics-latex": "score -r examples/legal/reference.en.txt examples/legal/systems/online-a.txt"
    " -m bleu-disa -m wer --statistics --format latex",
    "score-legal": "score -r examples/legal/reference.en.txt -s examples/legal/source.hi.txt "
    "examples/legal/systems/online-a.txt examples/legal/systems/online-b.txt -m bleu:lowercase=yes -m chrf",
    "segments": f"{_DIALOGUES} {_SYSTEMS} -q -m bleu:effective_order=yes -m chrf --segments - -w 4",
    "tokenize-intl": "tokenize -t intl examples/legal/source.hi.txt",
    "meta-help": "meta --help",
    "meta-text": f"{_META} -m ter",
    "meta-all": f"{_META} --level segment --statistic pearson --group none --draws 200",
    "meta-tsv": f"{_META} --format tsv -w 6",
    "meta-json": f"{_META} --format json -w 6 --statistic kendall",
    "meta-markdown": f"{_META} --format markdown --unit document --labels document=examples/dialogues/documents.txt",
    "meta-latex": f"{_META} --format latex",
    "learn-help": "learn --help",
    "metrics": "metrics",
    "metrics-learned": "metrics learned",
    "metrics-amber": "metrics amber",
    "metrics-bleu": "metrics bleu",
    "metrics-chrf": "metrics chrf",
    "metrics-ter": "metrics ter",
    "metrics-given": "metrics given",
    "metrics-meteor2005": "metrics meteor2005",
    "metrics-hter": "metrics hter",
    "score-characters": f"{_DIALOGUES} {_SYSTEMS} -m eed -m eed:preprocess=en -m character",
    "mbr-help": "mbr --help",
    "score-errors": f"{_DIALOGUES} {_SYSTEMS} -m ter -m mwer -m per -m cder",
    "score-matching": f"{_DIALOGUES} {_SYSTEMS} -m gtm -m gtm-disa -m meteor-disa -m meteor2005 -m ribes",
    "score-confidence": f"{_DIALOGUES} {_SYSTEMS} -m bleu --confidence",
    "score-jackknife": f"{_DIALOGUES} {_SYSTEMS} -m bleu --confidence --interval jackknife",
    "compare-text": f"{_COMPARE} {_SYSTEMS} -m bleu -m ter --all-pairs --by document"
    " --labels document=examples/dialogues/documents.txt",
    "compare-randomization": f"{_COMPARE} {_SYSTEMS} -m chrf --test randomization --draws 2000 --unit document"
    " --labels document=examples/dialogues/documents.txt --correction bh -q",
    "compare-json": f"{_COMPARE} {_SYSTEMS} -m chrf --format json -w 6",
    "compare-tsv": f"{_COMPARE} {_SYSTEMS} -m chrf --format tsv -w 6 --all-pairs",
    "compare-csv": f"{_COMPARE} {_SYSTEMS} -m ter --format csv -w 6",
    "compare-jsonl": f"{_COMPARE} {_SYSTEMS} -m ter --format jsonl -w 6",
    "compare-markdown": f"{_COMPARE} {_SYSTEMS} -m chrf --format markdown --interval bca",
    "compare-latex": f"{_COMPARE} {_SYSTEMS} -m chrf --format latex --test wilcoxon --all-pairs",
    "compare-methods": f"{_COMPARE} {_SYSTEMS} --methods --interval bca --test randomization --draws 500",
    "compare-jackknife": f"{_COMPARE} {_SYSTEMS} -m bleu -m chrf --test jackknife --all-pairs -q",
    "compare-jackknife-methods": f"{_COMPARE} {_SYSTEMS} --methods --test jackknife",
    "compare-runs": f"{_COMPARE} a=examples/dialogues/systems/neural-small.txt"
    " a=examples/dialogues/systems/neural-large.txt examples/dialogues/systems/phrase-based.txt -m chrf --draws 500 -q",
    "compare-help": "compare --help",
    "convert-help": "convert --help",
    "convert-jsonl": "convert -s examples/legal/source.hi.txt -r examples/legal/reference.en.txt"
    " examples/legal/systems/online-a.txt b=examples/legal/systems/online-b.txt - --to jsonl",
    "check-text": "check -r examples/dialogues/reference-a.en.txt -r examples/dialogues/reference-b.en.txt"
    f" -s examples/dialogues/source.de.txt {_SYSTEMS}",
    "check-json": "check -r examples/legal/reference.en.txt -s examples/legal/source.hi.txt"
    " copy=examples/legal/source.hi.txt examples/legal/systems/online-a.txt -l en --format json",
    "check-copy": "check -r examples/legal/reference.en.txt -s examples/legal/source.hi.txt"
    " copy=examples/legal/source.hi.txt reference=examples/legal/reference.en.txt",
    "check-help": "check --help",
    "help": "--help",
    "score-help": "score --help",
}
WORKBOOKS = {
    "score-workbook": "score examples/legal/cases.xlsx#Cases -q --src Hindi --ref Reference --hyp 'Online A'"
    " --hyp 'Online B' -m bleu-disa -m gtm-disa -m wer -m meteor-disa -m amber-disa",
    "score-new-workbook": "score examples/legal/cases.xlsx#Cases -q --src Hindi --ref Reference --hyp 'Online A'"
    " -m wer --new-workbook",
    "analyze-workbook": f"{_ANALYZE} -a words:by=shape -a errors -a ngrams:orders=2,least=6 -a examples:count=1",
    "compare-workbook": f"{_COMPARE} {_SYSTEMS} -m chrf -m ter -q --all-pairs",
}


REPORTS = {
    "report-markdown": "report -s examples/dialogues/source.de.txt -r examples/dialogues/reference-a.en.txt -q -m chrf"
    " examples/dialogues/systems/phrase-based.txt examples/dialogues/systems/neural-small.txt --without discriminative"
    " -o report.md",
    "report-systems": "report -r examples/dialogues/reference-a.en.txt -q -m chrf -m ter -a words:by=shape -a examples"
    f" {_SYSTEMS} -o report.md",
    "report-no-texts": "report -r examples/dialogues/reference-a.en.txt -q -m chrf -a ngrams -a discriminative"
    " -a examples:count=2 examples/dialogues/systems/phrase-based.txt examples/dialogues/systems/neural-small.txt"
    " --texts none -o report.md",
    "report-json": "report -r examples/dialogues/reference-a.en.txt -q -m chrf -a words:by=shape -a ngrams:orders=1"
    " -a examples:count=1 examples/dialogues/systems/phrase-based.txt examples/dialogues/systems/neural-small.txt"
    " -o report.json",
}


@pytest.mark.parametrize("name", REPORTS)
def test_report(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    *words, output = shlex.split(REPORTS[name])
    path = tmp_path / output
    subprocess.run([sys.executable, "-m", "mtassay.cli.main", *words, str(path)], check=True, cwd=ROOT)
    written = path.read_text(encoding="utf-8").replace(str(path), output)
    if output.endswith(".json"):  # the last digits are those of a processor
        written = json.dumps(rounded(json.loads(written)), ensure_ascii=False, indent=1) + "\n"
    compare(name, REPORTS[name], written, request)


def rounded(value: Any) -> Any:
    """The same value, with six digits of each number."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


@pytest.mark.parametrize("name", RUNS)
def test_run(name: str, request: pytest.FixtureRequest) -> None:
    command = [sys.executable, "-m", "mtassay.cli.main", *shlex.split(RUNS[name])]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    # what metrics find of resources differs between machines
    compare(name, RUNS[name], re.sub(r"On this machine\n(?:  .*\n)+\n", "", output), request)


@pytest.mark.parametrize("name", WORKBOOKS)
def test_workbook(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    path = tmp_path / "out.xlsx"
    command = [sys.executable, "-m", "mtassay.cli.main", *shlex.split(WORKBOOKS[name]), "-o", str(path)]
    subprocess.run(command, check=True, cwd=ROOT)
    lines: list[str] = []
    for sheet in openpyxl.load_workbook(path):
        lines += ["", f"## {sheet.title}, frozen at {sheet.freeze_panes}"]
        for row in sheet.iter_rows():
            lines.append("\t".join(map(show_cell, row)).rstrip())
    compare(name, f"{WORKBOOKS[name]} -o out.xlsx", "\n".join(lines) + "\n", request)


def show_cell(cell: Any) -> str:
    """A number as the cell shows it, and the start of a text."""
    if isinstance(cell.value, float):
        return f"{cell.value:.{len(cell.number_format.partition('.')[2])}f}"
    return "" if cell.value is None else str(cell.value)[:60]
