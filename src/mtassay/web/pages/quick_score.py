"""Quick score: pasted texts, their scores, and where each score comes from. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Any

from fastapi import Body, Form

from mtassay.alignment.marked_text import MarkedText, mark_all_differences
from mtassay.alignment.nearest import choose_nearest
from mtassay.checks.base import check
from mtassay.checks.finding import Finding
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.line_counts import explain as explain_line_counts
from mtassay.corpus.writing_systems import UNDETERMINED
from mtassay.errors import InputError
from mtassay.evaluation.explain import explain
from mtassay.evaluation.run import evaluate, resolve
from mtassay.metrics.base import METRICS, Metric
from mtassay.metrics.explanation import Explanation
from mtassay.reports.results.explanation import as_records
from mtassay.settings import parse_spec
from mtassay.store.people.accounts import Role
from mtassay.web.metric_choice import (
    OfferedMetric,
    choose_metrics,
    offered_metrics,
    offered_tokenizers,
    takes_long,
)
from mtassay.web.serving.notes import notes
from mtassay.web.serving.routes import Context, Routes

ROUTES = Routes("Quick score")

USUAL = ("bleu", "chrf", "ter", "wer")
MOST_REFERENCES = 8
MOST_SEGMENTS = 2_000
MOST_BYTES = 2_000_000
MOST_SEGMENT_CHARACTERS = 10_000
FIRST_SHOWN = 20
"""Segments that are listed at once; all of them when asked for."""
_MOST_EXPLAINED = 25_000_000
_ELSEWHERE = "use Systems, which takes files and works in the background, or the command line"


@dataclass(frozen=True)
class Entered:
    """What the form holds: texts of one segment a line, and choices."""

    source: str = ""
    references: list[str] = field(default_factory=lambda: [""])
    hypothesis: str = ""
    metrics: list[str] = field(default_factory=lambda: list(USUAL))
    tokenizer: str = ""
    target_language: str = ""


@dataclass(frozen=True, kw_only=True)
class MetricScore:
    """The score of all segments together by one metric, and that of each segment.

    Where segments are scored in another way than all together, `segment_signature` says how.
    """

    spec: str
    label: str
    score: float
    places: int
    direction: str
    summary: str
    signature: str
    segment_signature: str
    segments: list[float]


@dataclass(frozen=True)
class ShownSegment:
    """One segment beside the reference that is nearest to it; `scores` are in the order of the metrics."""

    number: int
    source: str | None
    reference: str
    scores: list[float]
    difference: MarkedText


@dataclass(frozen=True)
class QuickScores:
    """Scores of texts; of many segments the first are shown with their differences.

    `notes` say what the texts decided, such as the tokenizer, and how to decide otherwise.
    """

    segment_count: int
    metrics: list[MetricScore]
    segments: list[ShownSegment]
    findings: list[Finding]
    notes: list[str]


@dataclass(frozen=True)
class Note:
    """Something that was done otherwise than asked: the fact, and what was done."""

    fact: str
    consequence: str = ""


@dataclass(frozen=True, kw_only=True)
class QuickScorePage:
    """The form, and what came of it; explanations where there is one segment only."""

    offered: list[OfferedMetric]
    tokenizers: list[str]
    entered: Entered
    scored: QuickScores | None = None
    explanations: list[Explanation] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    most_bytes: int = MOST_BYTES
    most_references: int = MOST_REFERENCES


@dataclass(frozen=True)
class ExplainedSegment:
    """How the scores of one segment come about."""

    number: int
    source: str
    references: list[str]
    hypothesis: str
    target_language: str
    explanations: list[Explanation]


@dataclass(frozen=True)
class Offer:
    """What can be chosen: metrics by their specs, and tokenizers."""

    metrics: list[OfferedMetric]
    tokenizers: list[str]


@dataclass(frozen=True)
class Explanations:
    """How the scores of one segment come about, step by step, one entry for each metric."""

    explanations: list[dict[str, Any]]


_EXAMPLE_SOURCE = """\
Der Zug nach Bonn fährt heute von Gleis neun.
Können wir uns am Freitag vor dem Museum treffen?
Das Gericht hat den Antrag abgelehnt."""
_EXAMPLE_REFERENCE = """\
The train to Bonn leaves from platform nine today.
Can we meet in front of the museum on Friday?
The court rejected the application."""
_EXAMPLE_HYPOTHESIS = """\
Today the train to Bonn leaves from track nine.
Can we meet before the museum on Friday?
The court rejected the application."""
EXAMPLE = Entered(_EXAMPLE_SOURCE, [_EXAMPLE_REFERENCE], _EXAMPLE_HYPOTHESIS)

_LANGUAGE = Form(max_length=40)
_TOKENIZER = Form(max_length=40)


@ROUTES.page("/score", may=Role.JUDGE, template="quick_score/page.html", twin=False)
def quick_score(context: Context, example: bool = False) -> QuickScorePage:
    """The form, empty or with an example of our own."""
    return QuickScorePage(
        offered=offered_metrics(), tokenizers=offered_tokenizers(), entered=EXAMPLE if example else Entered()
    )


@ROUTES.form("/score", may=Role.JUDGE, template="quick_score/page.html", twin=False)
def score_pasted(
    context: Context,
    hypothesis: Annotated[str, Form()] = "",
    reference: Annotated[list[str], Form()] = [],  # noqa: B006  # FastAPI copies it
    source: Annotated[str, Form()] = "",
    metric: Annotated[list[str], Form()] = [],  # noqa: B006
    tokenizer: Annotated[str, _TOKENIZER] = "",
    target_language: Annotated[str, _LANGUAGE] = "",
    everything: Annotated[bool, Form()] = False,
) -> QuickScorePage:
    """Scores of what stands in the boxes, below the boxes; the first segments are listed, or everything."""
    filled = [text for text in reference if text.strip()]
    entered = Entered(source, filled or [""], hypothesis, metric, tokenizer, target_language)
    texts = _read_boxes(source, filled, hypothesis)
    specs, remarks = _for_several_references(metric) if len(filled) > 1 else (metric, [])
    chosen = choose_metrics(specs, tokenizer)
    scored = _score(texts, chosen, target_language, None if everything else FIRST_SHOWN)
    explanations = _explain(texts, 0, chosen, target_language) if scored.segment_count == 1 else []
    if scored.segment_count == 1 and not explanations:
        remarks.append(Note("This segment is too long to be explained step by step."))
    return QuickScorePage(
        offered=offered_metrics(),
        tokenizers=offered_tokenizers(),
        entered=entered,
        scored=scored,
        explanations=explanations,
        notes=remarks,
    )


@ROUTES.form("/score/segment", may=Role.JUDGE, template="quick_score/segment.html", twin=False)
def explain_pasted(
    context: Context,
    segment: Annotated[int, Form(ge=1, le=MOST_SEGMENTS)],
    hypothesis: Annotated[str, Form()] = "",
    reference: Annotated[list[str], Form()] = [],  # noqa: B006
    source: Annotated[str, Form()] = "",
    metric: Annotated[list[str], Form()] = [],  # noqa: B006
    tokenizer: Annotated[str, _TOKENIZER] = "",
    target_language: Annotated[str, _LANGUAGE] = "",
) -> ExplainedSegment:
    """How the scores of one of the segments in the boxes come about."""
    filled = [text for text in reference if text.strip()]
    texts = _read_boxes(source, filled, hypothesis)
    if segment > len(texts.hypotheses):
        raise InputError(f"there is no segment {segment}: the texts have {len(texts.hypotheses)}")
    explanations = _explain(texts, segment - 1, choose_metrics(metric, tokenizer), target_language)
    if not explanations:
        raise InputError(f"segment {segment} is too long to be explained step by step; its scores are in the list")
    return ExplainedSegment(
        segment,
        texts.sources[segment - 1] if texts.sources else "",
        texts.references[segment - 1],
        texts.hypotheses[segment - 1],
        target_language,
        explanations,
    )


@ROUTES.program("GET", "/score", may=Role.JUDGE)
def list_metrics(context: Context) -> Offer:
    """The metrics and tokenizers that can be chosen."""
    return Offer(offered_metrics(), offered_tokenizers())


@ROUTES.program("POST", "/score", may=Role.JUDGE)
def score_texts(
    context: Context,
    hypotheses: Annotated[list[str], Body(min_length=1)],
    references: Annotated[list[str | list[str]], Body(min_length=1)],
    sources: Annotated[list[str] | None, Body()] = None,
    metrics: Annotated[list[str], Body()] = list(USUAL),  # noqa: B006
    tokenizer: Annotated[str, Body(max_length=40)] = "",
    target_language: Annotated[str, Body(max_length=40)] = "",
    everything: Annotated[bool, Body()] = False,
) -> QuickScores:
    """Score texts; nothing is stored.

    `references` has one entry for each segment: a text, or a list of texts. The differences of the first segments
    come with the scores, those of all where `everything` is asked for.
    """
    shown_count = None if everything else FIRST_SHOWN
    lists = [[entry] if isinstance(entry, str) else entry for entry in references]
    return _score(_Texts(hypotheses, lists, sources), choose_metrics(metrics, tokenizer), target_language, shown_count)


@ROUTES.program("POST", "/score/segment", may=Role.JUDGE)
def explain_texts(
    context: Context,
    hypothesis: Annotated[str, Body()],
    references: Annotated[list[str], Body(min_length=1, max_length=MOST_REFERENCES)],
    metrics: Annotated[list[str], Body()] = list(USUAL),  # noqa: B006
    tokenizer: Annotated[str, Body(max_length=40)] = "",
    target_language: Annotated[str, Body(max_length=40)] = "",
) -> Explanations:
    """How the scores of one segment come about, as `mtassay explain` shows it."""
    texts = _Texts([hypothesis], [references], None)
    explanations = _explain(texts, 0, choose_metrics(metrics, tokenizer), target_language)
    if not explanations:
        raise InputError("the segment is too long to be explained step by step; score it instead")
    return Explanations(as_records(explanations))


@dataclass(frozen=True)
class _Texts:
    """Segments with the references of each."""

    hypotheses: list[str]
    references: list[list[str]]
    sources: list[str] | None


def _read_boxes(source: str, references: Sequence[str], hypothesis: str) -> _Texts:
    """What the boxes hold, which must have the same number of lines."""
    if not hypothesis.strip():
        raise InputError("the box Translation is empty; paste the text to be scored there, one segment a line")
    if not references:
        raise InputError("the box Reference is empty; paste a correct translation there, one segment a line")
    if len(references) > MOST_REFERENCES:
        raise InputError(f"{len(references)} references, and up to {MOST_REFERENCES} are taken here; {_ELSEWHERE}")
    hypotheses = _lines(hypothesis)
    streams = []
    for number, text in enumerate(references, start=1):
        lines = _lines(text)
        name = "the reference" if len(references) == 1 else f"reference {number}"
        if len(lines) != len(hypotheses):
            raise InputError(explain_line_counts(name, lines, "the translation", hypotheses))
        streams.append(lines)
    sources = _lines(source) if source.strip() else None
    if sources is not None and len(sources) != len(hypotheses):
        raise InputError(explain_line_counts("the source", sources, "the translation", hypotheses))
    return _Texts(hypotheses, [list(entry) for entry in zip(*streams, strict=True)], sources)


def _lines(text: str) -> list[str]:
    """One segment a line, as files have it: the last line end ends the last line, and begins no other."""
    lines = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def _for_several_references(specs: Sequence[str]) -> tuple[list[str], list[Note]]:
    """The specs, with relatives that take several references in the place of metrics that take one; and notes of it."""
    chosen, notes = [], []
    for spec in specs:
        name = parse_spec(spec)[0]
        other = getattr(METRICS[name], "several_references", None) if name in METRICS else None
        if other is not None:
            labels = METRICS.create(name).label, METRICS.create(other).label
            fact = f"{labels[0]} compares with one reference."
            notes.append(Note(fact, f"{labels[1]} takes several and stands in for it."))
        chosen.append(other or spec)
    return list(dict.fromkeys(chosen)), notes


def _check_size(texts: _Texts, metrics: Sequence[Metric[Any]]) -> None:
    """Refuse what would keep the server busy for longer than people wait for an answer."""
    count = len(texts.hypotheses)
    if count > MOST_SEGMENTS:
        raise InputError(f"{count:,} segments, and up to {MOST_SEGMENTS:,} are scored at once here; {_ELSEWHERE}")
    given = list(chain(texts.hypotheses, chain.from_iterable(texts.references), texts.sources or ()))
    size = sum(map(len, given))
    if size > MOST_BYTES or sum(len(text.encode("utf-8", "replace")) for text in given) > MOST_BYTES:
        raise InputError(f"more than {MOST_BYTES // 1_000_000} MB of text is not scored here; {_ELSEWHERE}")
    longest = max(given, key=len)
    if len(longest) > MOST_SEGMENT_CHARACTERS:
        raise InputError(
            f"a segment of {len(longest):,} characters, and up to {MOST_SEGMENT_CHARACTERS:,} are taken here; "
            "is a whole document on one line? Put one segment on each line"
        )
    lists = zip(texts.hypotheses, texts.references, strict=False)
    pairs = ((hypothesis, reference) for hypothesis, entry in lists for reference in entry)
    if takes_long(pairs, metrics):
        raise InputError(f"so many long segments are not scored here; {_ELSEWHERE}")


def _score(texts: _Texts, metrics: Sequence[Metric[Any]], target_language: str, shown_count: int | None) -> QuickScores:
    _check_size(texts, metrics)
    evalset = _evalset(texts, target_language)
    if len(evalset) == 1:  # whose score is that of a segment
        metrics = [metric.for_segments() for metric in metrics]
    with notes() as heard:
        scores = evaluate(evalset, metrics)[""]
    shown = slice(0, shown_count)
    hypotheses = texts.hypotheses[shown]
    nearest = choose_nearest(hypotheses, texts.references[shown])
    differences = mark_all_differences(hypotheses, nearest)
    by_segment = zip(*(score.segments[shown].tolist() for score in scores), strict=True)
    return QuickScores(
        segment_count=len(evalset),
        metrics=[
            MetricScore(
                spec=score.spec,
                label=label,
                score=score.value,
                places=score.places,
                direction=score.direction,
                summary=score.summary,
                signature=score.signature,
                segment_signature=score.segment_signature,
                segments=score.segments.tolist(),
            )
            for label, score in zip(scores.labels, scores, strict=True)
        ],
        segments=[
            ShownSegment(number, texts.sources[number - 1] if texts.sources else None, reference, list(values), marked)
            for number, (reference, values, marked) in enumerate(
                zip(nearest, by_segment, differences, strict=True), start=1
            )
        ],
        findings=list(check(evalset)),
        notes=heard,
    )


def _evalset(texts: _Texts, target_language: str) -> EvalSet:
    return EvalSet(
        texts.references,
        sources=texts.sources,
        systems={"": texts.hypotheses},
        target_language=target_language or None,
        warn_of_blanks=False,  # the checks say so
    )


def _explain(texts: _Texts, index: int, metrics: Sequence[Metric[Any]], target_language: str) -> list[Explanation]:
    """Explanations of one segment; none where it is so long that nobody could follow them."""
    _check_size(texts, metrics)
    hypothesis, references = texts.hypotheses[index], texts.references[index]
    if max(len(hypothesis) * len(reference) for reference in references) > _MOST_EXPLAINED:
        return []
    # the language and the texts of all segments decide, as they did for the scores, not those of this one
    resolved = resolve(metrics, _evalset(texts, target_language))
    return explain(hypothesis, references, resolved, UNDETERMINED, warn_of_blanks=False)
