"""What a check is, the registry of all of them, and how they are run."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from mtassay.checks.finding import Finding, Findings
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.registry import Registry
from mtassay.settings import Configured, setting


@dataclass(frozen=True, kw_only=True)
class Check(Configured, ABC):
    """Looks for one kind of oddity in a test set.

    Defining a class with a name registers it; packages outside ours use the entry-point group `mtassay.checks`.
    """

    title: ClassVar[str]
    """What is found, in words that follow `segments`: `without text`."""
    advice: ClassVar[str]
    """What to do about it."""
    needs: ClassVar[tuple[str, ...]] = ("systems",)
    """The fields of an EvalSet without which it has nothing to do."""
    needs_any: ClassVar[tuple[str, ...]] = ()
    """Fields of which one is enough."""

    severe_share: float = setting(0.01, "severe where it is found in more than this share of segments", low=0, high=1)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            CHECKS.register(cls)

    @abstractmethod
    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """What there is to say of each text; the fields that it needs are there."""

    def missing(self, evalset: EvalSet) -> str:
        """The fields that it needs and that are not there, in words; empty where it can run."""
        absent = [field for field in self.needs if not getattr(evalset, field)]
        if self.needs_any and not any(getattr(evalset, field) for field in self.needs_any):
            absent.append(" or ".join(self.needs_any))
        return " and ".join(absent)

    def finding(
        self,
        evalset: EvalSet,
        part: str,
        system: str | None,
        segments: Mapping[int, str],
        *,
        title: str = "",
        advice: str = "",
        is_severe: bool | None = None,
    ) -> Iterator[Finding]:
        """One finding where something was found, else none.

        `found` maps the index of each segment to what there is to say of it. Title, advice and severity are
        those of the check unless others are given.
        """
        if not segments:
            return
        share = len(segments) / len(evalset)
        severe = share > self.severe_share if is_severe is None else is_severe
        noun = "segment" if len(segments) == 1 else "segments"
        yield Finding(
            check=self.name,
            title=title or self.title,
            part=part,
            system=system,
            segments=tuple(sorted(segments)),
            message=f"{len(segments)} {noun} ({_percent(share)}) {title or self.title}; {advice or self.advice}",
            severity="severe" if severe else "minor",
            details=tuple(segments[index] for index in sorted(segments)),
        )


def _percent(share: float) -> str:
    return "<0.1 %" if share < 0.0005 else f"{100 * share:.1f} %" if share < 0.0995 else f"{100 * share:.0f} %"


CHECKS: Registry[Check] = Registry("check", "mtassay.checks")


def check(
    evalset: EvalSet,
    checks: Iterable[str | Check] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Findings:
    """Look for what is odd about a test set, before it is scored.

    `checks` are names, specs such as `length:factor=3`, or checks; all of them by default. Those that
    need text that is not there are skipped. `progress` is called with 1 for each check done.

        >>> import mtassay
        >>> evalset = mtassay.EvalSet(systems={"new": ["Ein Café im Museum", "Ein CafÃ© im Museum"]})
        >>> mtassay.check(evalset)[0].message
        '1 segment (50 %) with mojibake; decode the file as UTF-8, and write it again'
    """
    if isinstance(checks, (str, Check)):
        raise SettingError(f"checks: expected a list, got one check; write checks=[{checks!r}]")
    chosen = (kind() for _, kind in CHECKS.items()) if checks is None else checks
    findings: list[Finding] = []
    done: list[str] = []
    skipped: dict[str, str] = {}
    for chosen_check in [entry if isinstance(entry, Check) else CHECKS.create(entry) for entry in chosen]:
        missing = chosen_check.missing(evalset)
        if missing:
            skipped[chosen_check.spec] = missing
        else:
            findings += chosen_check.find(evalset)
            done.append(chosen_check.spec)
        if progress is not None:
            progress(1)
    findings.sort(key=lambda finding: finding.severity != "severe")
    return Findings(tuple(findings), len(evalset), tuple(done), skipped)
