"""Errors: what kind of mistakes systems make, word by word."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.alignment.stems import check_stemmer, stemmer_of, stemmer_signature
from mtassay.analyses.base import Counts, Line
from mtassay.analyses.counting.error_classes import CLASSES, FIRST_FOUR, count_classes, find_classes
from mtassay.analyses.counting.numbered_words import bucket_sums
from mtassay.analyses.counting.view import View
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.analyses.figures import CountingAnalysis
from mtassay.analyses.measures import Ratio, RatioMeasure
from mtassay.errors import InputError, SettingError
from mtassay.metrics.base import Floats
from mtassay.settings import did_you_mean, setting

_AUTO = "auto"
_TITLES = {
    "case": "wrong case",
    "inflection": "wrong form",
    "order": "wrong place",
    "missing": "missing",
    "extra": "extra",
    "lexical": "wrong word",
}
_ABOUT = {
    "case": "Words in the wrong case",
    "inflection": "Words in the wrong form",
    "order": "Words in the wrong place",
    "missing": "Missing words",
    "extra": "Extra words",
    "lexical": "Wrong words",
}
_ON_REFERENCES = "missing"
_PER_100 = "Per 100 words of outputs; missing words per 100 words of references."


@dataclass(frozen=True, kw_only=True)
class Errors(CountingAnalysis):
    """Words that are wrong, by what is wrong with them (Hjerson).

    Every word that the word error rate or the position-independent error rate calls wrong is in one class: in another
    case than the reference has it, in another form of the same base, in another place, missing, extra, or another word.
    Rates are per 100 words of outputs, that of missing words per 100 words of references; the last line is their sum.
    """

    name: ClassVar[str] = "errors"
    title: ClassVar[str] = "error classes of words"
    question: ClassVar[str] = "What kind of mistakes does a system make: wrong words, wrong forms, wrong order, gaps?"
    counts: ClassVar[str] = (
        "Words of each class, found by an alignment with the reference that the output is nearest to, and by bags of "
        "words and of their base forms."
    )
    blind_to: ClassVar[str] = (
        "Whether a difference from the reference is a mistake at all: a good paraphrase counts as wrong words. Classes "
        "say what the smallest change to the reference would be, not why it is needed."
    )
    paper: ClassVar[str] = (
        "Maja Popović. 2011. Hjerson: An Open Source Tool for Automatic Error Classification of Machine Translation "
        "Output. The Prague Bulletin of Mathematical Linguistics 96, pages 59-68. Classes: Maja Popović and Hermann "
        "Ney. 2011. Towards Automatic Error Analysis of Machine Translation Output. Computational Linguistics 37(4), "
        "pages 657-688."
    )
    examples: ClassVar[tuple[str, ...]] = ("base=four,case=hjerson", "base=english")

    base: str = setting(_AUTO, "base forms: four letters (four), a Snowball stemmer, or auto: that of the language")
    case: str = setting("apart", "whether wrong case is a class of its own", choices=("apart", "hjerson"))
    by: str = setting("", "the name of labels of words: rates for each label", hide_default=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.base not in (_AUTO, FIRST_FOUR):
            check_stemmer(self.base, self.name)

    def settled_items(self, view: View) -> dict[str, str]:
        base = self.resolved_base(view)
        shown = base if base == FIRST_FOUR else stemmer_signature(base, self.name)
        return {**super().settled_items(view), "base": shown}

    def count(self, view: View) -> Iterator[Counts]:
        if self.by:
            yield from self._count_by_label(view)
            return
        rows = np.stack([self._rows(view, run) for run in range(len(view.runs))], axis=1)
        ratios = {
            name: Ratio((name,), ("reference" if name == _ON_REFERENCES else "output",), 100) for name in self._classes
        }
        lines = [_line(name, _TITLES[name], _ABOUT[name], (ratio,), (name,)) for name, ratio in ratios.items()]
        ratios_of_all = tuple(ratios.values())
        lines.append(_line("all", "all classes", "Words with errors", ratios_of_all, self._classes, is_total=True))
        yield Counts(
            title="Error classes",
            line_head="class",
            size_head="words",
            columns=(*CLASSES, "output", "reference"),
            rows=rows,
            lines=tuple(lines),
            notes=(_PER_100,),
        )

    @property
    def _classes(self) -> tuple[str, ...]:
        return CLASSES if self.case == "apart" else CLASSES[1:]

    def resolved_base(self, view: View) -> str:
        """What base forms are made by: where that is left open, the stemmer of the target language, if there is one."""
        return self.base if self.base != _AUTO else stemmer_of(view.evalset.target_language) or FIRST_FOUR

    def _rows(self, view: View, run: int) -> Floats:
        output, reference = view.output_words(run), view.reference_words(run)
        classes = find_classes(view, run, self.resolved_base(view), case_apart=self.case == "apart")
        counts = count_classes(classes.output, output)
        missing = CLASSES.index(_ON_REFERENCES)
        counts[:, missing] = count_classes(classes.reference, reference)[:, missing]
        lengths = [words.lengths.astype(np.float64)[:, None] for words in (output, reference)]
        return np.concatenate([counts, *lengths], axis=1)

    def _count_by_label(self, view: View) -> Iterator[Counts]:
        """For each label the rate of each class; where outputs have no labels, of missing words alone."""
        if self.by not in view.word_labels:
            raise SettingError(
                f"words have no labels {self.by!r}{did_you_mean(self.by, view.word_labels)}; there are "
                f"{', '.join(view.word_labels) or 'none'}"
            )
        if len(view.all_references()) != len(view.evalset):
            raise InputError("errors by labels of words need one reference: labels belong to the words of one")
        labels = view.word_labels[self.by]
        names = labels.names()
        shown = self._classes if set(view.runs) <= set(labels.systems) else (_ON_REFERENCES,)
        lines = []
        for label in names:
            for name in shown:
                size = "reference" if name == _ON_REFERENCES else "output"
                ratio = Ratio((f"{label} {name}",), (f"{label} {size}",), 100)
                about = f"{_ABOUT[name]} with the label {label}"
                lines.append(
                    _line(f"{label} {name}", f"{label}: {_TITLES[name]}", about, (ratio,), (f"{label} {name}",))
                )
        yield Counts(
            title=f"Error classes by {self.by}",
            line_head=f"{self.by}: class",
            size_head="words",
            columns=tuple(f"{label} {name}" for name in (*shown, "output", "reference") for label in names),
            rows=np.stack([self._label_rows(view, run, labels, shown) for run in range(len(view.runs))], axis=1),
            lines=tuple(lines),
            notes=(_PER_100,),
        )

    def _label_rows(self, view: View, run: int, labels: WordLabels, shown: tuple[str, ...]) -> Floats:
        classes = find_classes(view, run, self.resolved_base(view), case_apart=self.case == "apart")
        shape = len(view), len(labels.names())
        segments = view.segments.tolist()
        reference = view.reference_words(run)
        placed = {"reference": labels.place(reference, segments)}
        texts, of_words = {"reference": reference.texts}, {"reference": classes.reference}
        if shown != (_ON_REFERENCES,):
            output = view.output_words(run)
            placed["output"] = labels.place(output, segments, view.runs[run])
            texts["output"], of_words["output"] = output.texts, classes.output
        columns = []
        for name in shown:
            side = "reference" if name == _ON_REFERENCES else "output"
            words, buckets = placed[side]
            is_class = of_words[side][words] == CLASSES.index(name) + 1
            columns.append(bucket_sums(texts[side][words][is_class], buckets[is_class], shape))
        for side in ("output", "reference"):
            empty = np.zeros(shape)
            columns.append(
                bucket_sums(texts[side][placed[side].words], placed[side].buckets, shape) if side in placed else empty
            )
        return np.concatenate(columns, axis=1)


def _line(
    key: str, title: str, about: str, ratios: tuple[Ratio, ...], size: tuple[str, ...], *, is_total: bool = False
) -> Line:
    measure = RatioMeasure(key="rate", title="per 100 words", ratios=ratios, direction="lower")
    return Line(key=key, title=title, measures=(measure,), size=size, is_total=is_total, about=about)
