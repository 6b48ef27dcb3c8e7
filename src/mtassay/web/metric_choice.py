"""Which metrics people may choose in the browser, and which take long.

None is offered whose settings name files of the server.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from mtassay.errors import SettingError
from mtassay.metrics.base import METRICS, Metric, direction
from mtassay.settings import Option, did_you_mean, options_of, parse_spec
from mtassay.tokenizers.base import TOKENIZERS

MOST_METRICS = 30
_LONGEST_BY_ONE = 1.0
_LONGEST_BY_ALL = 10.0
_COMMON = ("bleu", "chrf", "ter", "wer")
_TOKENIZERS_WITH_FILES = ("spm",)


@dataclass(frozen=True)
class OfferedMetric:
    """A metric as a box to tick."""

    spec: str
    label: str
    title: str
    direction: str
    is_common: bool


def offered_metrics() -> list[OfferedMetric]:
    """The metrics that need references and nothing else, no settings either, the usual ones first."""
    return list(_offered())


@cache
def _offered() -> tuple[OfferedMetric, ...]:
    metrics = [
        OfferedMetric(name, METRICS.create(name).label, kind.title, direction(kind.higher_is_better), name in _COMMON)
        for name, kind in METRICS.items()
        if kind.needs == ("references",) and not kind.needs_settings
    ]
    return tuple(
        sorted(
            metrics, key=lambda metric: (_COMMON.index(metric.spec) if metric.is_common else len(_COMMON), metric.label)
        )
    )


def offered_tokenizers() -> list[str]:
    """The tokenizers that need no file."""
    return [name for name in TOKENIZERS if name not in _TOKENIZERS_WITH_FILES]


def choose_metrics(specs: Sequence[str], tokenizer: str = "", *, threads: int = 1) -> list[Metric[Any]]:
    """The metrics of these specs; a tokenizer serves all that have one and are not told otherwise.

    One thread each, unless told: many people share the server.
    """
    if not specs:
        raise SettingError("no metric is chosen; tick at least one")
    if len(specs) > MOST_METRICS:
        raise SettingError(f"{len(specs)} metrics, and up to {MOST_METRICS} are computed at once; choose fewer")
    return [_choose(spec, tokenizer, threads) for spec in dict.fromkeys(specs)]


def _choose(spec: str, tokenizer: str, threads: int) -> Metric[Any]:
    name, settings = parse_spec(spec)
    known = [metric.spec for metric in offered_metrics()]
    if name not in known:
        raise SettingError(f"no metric {name!r} is offered here{did_you_mean(name, known)}")
    options = {option.spelled or option.name: option for option in options_of(METRICS[name])}
    for key, value in settings.items():
        if key == "tokenize":
            _check_tokenizer(value)
        elif key == "threads" or (key in options and not _is_harmless(options[key])):
            raise SettingError(f"{spec}: {key} cannot be set in the browser; use the command line for it")
    if tokenizer and "tokenize" in options and "tokenize" not in settings:
        _check_tokenizer(tokenizer)
        return METRICS.create(spec, tokenize=tokenizer, threads=str(threads))
    return METRICS.create(spec, threads=str(threads))


def takes_long(pairs: Iterable[tuple[str, str]], metrics: Sequence[Metric[Any]]) -> bool:
    """Whether texts, each beside a reference, could keep somebody waiting for longer than a few seconds."""
    known = list(pairs)
    costs = [type(metric).cost for metric in metrics]
    total_of = {cost: sum(cost(text, reference) for text, reference in known) for cost in set(costs)}
    totals = [total_of[cost] for cost in costs]
    return max(totals, default=0) > _LONGEST_BY_ONE or sum(totals) > _LONGEST_BY_ALL


def _check_tokenizer(name: str) -> None:
    if name not in offered_tokenizers():
        raise SettingError(f"no tokenizer {name!r} is offered here{did_you_mean(name, offered_tokenizers())}")


def _is_harmless(option: Option) -> bool:
    """Whether all its values are numbers, yes or no, or one of a list: no text that may be the name of a file."""
    return bool(option.choices) or option.annotation in (bool, int, float, bool | None, int | None, float | None)
