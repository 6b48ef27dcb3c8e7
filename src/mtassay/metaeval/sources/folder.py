"""Judged outputs from a folder in the layout of mt-metrics-eval: WMT's human scores and those of submitted metrics."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.text import read_lines
from mtassay.errors import InputError
from mtassay.evaluation.run import evaluate
from mtassay.human.files import cells
from mtassay.metaeval.judged import Bools, Ints, Judged, MetricScores, known_means, make_judged
from mtassay.metaeval.sources.tables import name_people
from mtassay.metrics.base import METRICS, metric
from mtassay.settings import did_you_mean, parse_spec
from mtassay.significance.evidence import Floats

_NONE = "none"
_METRIC_FILE = re.compile(r"(?P<metric>.+?)-(?P<references>[^-]+)\.(?P<level>seg|sys)\.score")
_QUALITY_ESTIMATION = "src"


@dataclass(frozen=True, eq=False)
class _Scores:
    """The scores in a file, by system, in the order of its lines."""

    by_system: dict[str, list[float]]

    def table(self, systems: Sequence[str], count: int) -> Floats:
        """A row for each system, NaN where the file has none."""
        missing = [float("nan")] * count
        return np.array([self.by_system.get(name, missing) for name in systems], dtype=np.float64)


def judged_from_folder(
    folder: str,
    languages: str,
    *,
    gold: str = "mqm",
    reference: str | None = None,
    metrics: Sequence[str] = (),
    domain: str | None = None,
    people: Sequence[str] = (),
    common: bool = False,
) -> Judged:
    """What a folder has of one pair of languages: `human-scores/`, `metric-scores/`, and texts where they are there.

    `gold` is a kind of human scores, `reference` the name of the references that metrics used, refA unless the folder
    has others. A metric `NAME-refA` counts only where its references are those, or none (`NAME-src`). A system that is
    such a reference is left out. Scores are taken as they are: in this layout higher is better. What of `metrics` the
    folder has no scores of is the spec of a metric, which scores the folder's texts.
    """
    home = Path(folder)
    human_file = _score_file(home / "human-scores", f"{languages}.", gold, ".seg.score", folder)
    human = _read(human_file)
    systems = list(human.by_system)
    count = len(next(iter(human.by_system.values())))
    _check_lengths(human, human_file, count)
    chosen = reference or _default_reference(home, languages)
    scores = {}
    notes = []
    for path in sorted((home / "metric-scores" / languages).glob("*.seg.score")):
        match = _METRIC_FILE.fullmatch(path.name)
        if match is None:
            raise InputError(f"{path}: the name is no METRIC-REFERENCE.seg.score; rename it or remove it")
        name, used = match["metric"], match["references"]
        if metrics and name not in metrics:
            continue
        if used not in (chosen, _QUALITY_ESTIMATION):
            continue
        made = _read(path)
        _check_lengths(made, path, count)
        segments = made.table(systems, count)
        whole = path.with_name(path.name.replace(".seg.score", ".sys.score"))
        values = _read(whole).table(systems, 1)[:, 0] if whole.is_file() else known_means(segments)
        scores[name] = MetricScores(segments=segments, systems=values)
    labels = _labels(home, languages, count)
    own = [spec for spec in metrics if spec not in scores]
    for spec in own:
        if parse_spec(spec)[0] not in METRICS:
            raise InputError(f"{folder}: no scores of {spec!r}{did_you_mean(spec, scores)} with {chosen} or none")
    is_meant = np.array([domain in (None, name) for name in labels.get("domain", [None] * count)], dtype=np.bool_)
    if own and is_meant.any():
        scores |= _score_texts(_texts(home, languages, chosen, systems, count), own, is_meant, frozenset(scores))
    if not scores:
        raise InputError(
            f"{folder}: no scores of metrics with {chosen} in metric-scores/{languages}; name other references"
        )
    table = human.table(systems, count)
    for name in systems:
        if name == chosen:
            table[systems.index(name)] = np.nan
            notes.append(f"{name} is the reference, so its judgments do not count.")
    texts = home / "system-outputs" / languages
    outputs = [_lines(texts / f"{name}.txt", count) for name in systems] if texts.is_dir() else None
    whole_file = home / "human-scores" / f"{languages}.{gold}.sys.score"
    wholes = _read(whole_file).table(systems, 1)[:, 0] if whole_file.is_file() and domain is None else None
    judged = make_judged(
        systems,
        table,
        scores,
        gold=gold,
        human_systems=wholes,
        outputs=outputs,
        people=name_people(systems, people),
        labels=labels,
        source_words=_source_words(home, languages, count),
        common=common,
        notes=notes,
    )
    return judged if domain is None else _of_domain(judged, domain)


def _source_words(home: Path, languages: str, count: int) -> Ints | None:
    path = home / "sources" / f"{languages}.txt"
    return np.array([len(text.split()) for text in _lines(path, count)]) if path.is_file() else None


def _texts(home: Path, languages: str, reference: str, systems: Sequence[str], count: int) -> EvalSet:
    """The outputs of a folder, its sources where they are there, and one of its references."""
    sources = home / "sources" / f"{languages}.txt"
    return EvalSet(
        _lines(home / "references" / f"{languages}.{reference}.txt", count),
        sources=_lines(sources, count) if sources.is_file() else None,
        systems={name: _lines(home / "system-outputs" / languages / f"{name}.txt", count) for name in systems},
        target_language=languages.partition("-")[2] or None,
        warn_of_blanks=False,
    )


def _score_texts(
    evalset: EvalSet, specs: Sequence[str], is_meant: Bools, taken: frozenset[str]
) -> dict[str, MetricScores]:
    """Our scores of a folder's texts, those of systems over the segments that are meant."""
    metrics = list(map(metric, specs))
    everything = evaluate(evalset, metrics)
    meant = everything if is_meant.all() else evaluate(evalset.cut(np.flatnonzero(is_meant).tolist()), metrics)
    scores = {}
    for place, (made, (label, example)) in enumerate(zip(metrics, everything.columns, strict=True)):
        scores[made.told_spec if label in taken else label] = MetricScores(
            segments=np.stack([row[place].segments for row in everything.systems.values()]),
            systems=np.array([row[place].value for row in meant.systems.values()]),
            higher_is_better=example.higher_is_better,
            signature=example.signature,
        )
    return scores


def _of_domain(judged: Judged, domain: str) -> Judged:
    """The segments of one domain; of stored scores, means of them for systems."""
    domains = judged.labels.get("domain", ())
    if domain not in domains:
        raise InputError(
            f"there is no domain {domain!r}{did_you_mean(domain, set(domains))}; there are: "
            f"{', '.join(sorted(set(domains))) or 'none'}"
        )
    cut = judged.of_segments(np.array([name == domain for name in domains], dtype=np.bool_))
    turned = make_judged(
        cut.systems,
        cut.human,
        {
            # stored scores of systems are of all segments; ours have a signature, and are of these
            label: MetricScores(
                segments=scores.segments,
                systems=scores.systems if scores.signature else known_means(scores.segments),
                signature=scores.signature,
            )
            for label, scores in cut.metrics.items()
        },
        gold=cut.gold,
        outputs=[[str(number) for number in row] for row in cut.text.tolist()] if cut.has_texts else None,
        people=[name for name, is_person in zip(cut.systems, cut.is_person.tolist(), strict=True) if is_person],
        labels=cut.labels,
        source_words=cut.source_words,
        notes=[note for note in judged.notes if not note.startswith("Without texts")],
    )
    metrics = {
        label: replace(scores, higher_is_better=cut.metrics[label].higher_is_better)
        for label, scores in turned.metrics.items()
    }
    return replace(turned, metrics=metrics)


def _score_file(folder: Path, start: str, name: str, end: str, shown: str) -> Path:
    path = folder / f"{start}{name}{end}"
    if path.is_file():
        return path
    known = sorted(
        file.name.removeprefix(start).removesuffix(end)
        for file in folder.glob("*")
        if file.name.startswith(start) and file.name.endswith(end)
    )
    if not known:
        raise InputError(
            f"{shown}: no {folder.name}/{start}*{end}; is it a folder of mt-metrics-eval, and are the languages right?"
        )
    raise InputError(f"{shown}: no human scores {name!r}{did_you_mean(name, known)}; there are {', '.join(known)}")


def _default_reference(home: Path, languages: str) -> str:
    """The first references of the folder; where it has no texts, those that most metrics used."""
    references = sorted((home / "references").glob(f"{languages}.*.txt"))
    if references:
        return references[0].name.removeprefix(f"{languages}.").removesuffix(".txt")
    used = [
        match["references"]
        for path in (home / "metric-scores" / languages).glob("*.seg.score")
        if (match := _METRIC_FILE.fullmatch(path.name)) is not None and match["references"] != _QUALITY_ESTIMATION
    ]
    return max(sorted(set(used)), key=used.count, default="refA")


def _read(path: Path) -> _Scores:
    by_system: dict[str, list[float]] = {}
    last = ""
    for number, line in enumerate(read_lines(str(path)), start=1):
        place = f"{path}, line {number}"
        fields = line.split()
        if len(fields) != 2:
            raise InputError(
                f"{place}: {line!r} is no system and score; write SYSTEM SCORE, and None for a missing score"
            )
        system, text = fields
        if system != last and system in by_system:
            raise InputError(f"{place}: {system} again, after other systems; the lines of a system stand together")
        last = system
        value = float("nan") if text.casefold() == _NONE else cells.number(text, "the score", place)
        by_system.setdefault(system, []).append(value)
    if not by_system:
        raise InputError(f"{path}: the file is empty; expected SYSTEM SCORE on each line")
    return _Scores(by_system)


def _check_lengths(scores: _Scores, path: Path, count: int) -> None:
    for name, values in scores.by_system.items():
        if len(values) != count:
            raise InputError(
                f"{path}: {len(values)} scores of {name}, and there are {count} segments; every system needs one for "
                "each, None where it is missing"
            )


def _labels(home: Path, languages: str, count: int) -> dict[str, Sequence[str]]:
    """Domain and document of each segment, where the folder has them."""
    path = home / "documents" / f"{languages}.docs"
    if not path.is_file():
        return {}
    rows = [line.split("\t") for line in _lines(path, count)]
    if any(len(row) != 2 for row in rows):
        raise InputError(f"{path}: a line is no domain and document; write DOMAIN, a tabulator and DOCUMENT")
    return {"domain": [row[0] for row in rows], "document": [row[1] for row in rows]}


def _lines(path: Path, count: int) -> list[str]:
    if not path.is_file():
        raise InputError(f"{path}: there is no such file, and it was judged; add it")
    lines = read_lines(str(path))
    if len(lines) != count:
        raise InputError(f"{path}: {len(lines)} lines, and {count} segments were judged; are they the right texts?")
    return lines
