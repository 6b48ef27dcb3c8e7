"""Small test sets, and the data of their reports as a page holds them, for tests of the script that reads them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

import numpy as np

from mtassay import EvalSet
from mtassay.analyses.analyze import analyze
from mtassay.analyses.base import Plan
from mtassay.analyses.counting.view import View
from mtassay.analyses.result import Analyses
from mtassay.reports.page.report_data import write_data

WORDS = [
    *("the", "a", "cat", "dog", "sat", "on", "mat", "going", "to", "show", "you", "it's", "Phantom", "3,000", ".", ","),
    *(
        "!",
        "eau",
        "don't",
        "Zürich",
        "日本",
        "be",
        "</script>",
        "STRASSE",
        "straße",
        "ı",
        "İ",
        "e\u0301",
        "\U0001f600",
        "\u202e",
    ),
]
MEMBERS = {"base": ["base"], "new": ["new.1", "new.2"], "far": ["far"], "copy": ["copy"]}
"""The training runs of the systems of `random_set`."""


def random_texts(rng: np.random.Generator, size: int) -> list[str]:
    return [" ".join(rng.choice(WORDS, rng.integers(0, 18)).tolist()) for _ in range(size)]


def changed(rng: np.random.Generator, texts: list[str], share: float) -> list[str]:
    """The same texts with some other words."""
    return [
        " ".join(str(rng.choice(WORDS)) if rng.random() < share else word for word in text.split()) for text in texts
    ]


def random_set(seed: int, size: int = 150, references: int = 1) -> EvalSet:
    """A test set with four outputs, of which two are runs of a system, one is worse and one is a copy."""
    rng = np.random.default_rng(seed)
    texts = random_texts(rng, size)
    outputs = [changed(rng, texts, share) for share in (0.3, 0.25, 0.28, 0.5)]
    every = [texts, *(changed(rng, texts, 0.1) for _ in range(references - 1))]
    return EvalSet(
        [list(several) for several in zip(*every, strict=True)],
        sources=random_texts(rng, size),
        systems={"base": outputs[0], "new.1": outputs[1], "new.2": outputs[2], "far": outputs[3], "copy": outputs[0]},
        labels={
            "document": [f"d{number // 3}" for number in range(size)],
            "domain": rng.choice(["news", "it's", "talks, long", ""], size).tolist(),
            "rating": rng.choice(["1", "2,5", "", " \t", "30"], size).tolist(),
            "year": rng.choice(["1999", "2000", "2001,5"], size).tolist(),
        },
        warn_of_blanks=False,
    )


class _DataReader(HTMLParser):
    """Reads the header and the blobs that were written for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.header: dict[str, Any] = {}
        self.encoded: dict[str, str] = {}
        self._attributes: dict[str, str | None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes = dict(attrs)

    def handle_data(self, data: str) -> None:
        name = self._attributes.get("data-blob")
        if name is not None:
            self.encoded[name] = self.encoded.get(name, "") + data.strip()
        elif self._attributes.get("id") == "report-data":
            self.header = json.loads(data)
        self._attributes = {}


@dataclass(frozen=True, eq=False)
class SmallReport:
    """What was analysed, and the data of its report."""

    analyses: Analyses
    header: dict[str, Any]
    encoded: dict[str, str]

    @property
    def evalset(self) -> EvalSet:
        return self.analyses.view.evalset

    @property
    def view(self) -> View:
        return self.analyses.view

    @property
    def plan(self) -> Plan:
        return self.analyses.plan


def small_report(
    evalset: EvalSet,
    specs: Sequence[str] = ("words", "words:by=shape", "segments", "errors", "kept"),
    metrics: Sequence[str] = ("chrf", "bleu", "ter"),
    *,
    members: Mapping[str, Sequence[str]] | None = None,
    unit: str | None = None,
) -> SmallReport:
    """`members` are the training runs of each system, where there are several."""
    analyses = analyze(evalset, specs, metrics, runs=members, unit=unit)
    reader = _DataReader()
    reader.feed(str(write_data(analyses)))
    return SmallReport(analyses, reader.header, reader.encoded)
