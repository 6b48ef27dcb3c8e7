"""What checks give: findings, and all findings on one test set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Literal, overload

from mtassay.errors import MissingExtra

if TYPE_CHECKING:
    import pandas

Severity = Literal["severe", "minor"]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Segments of one text in which one check found something.

    `check` is its name, `part` the part of the EvalSet it concerns: `systems`, `references` or
    `sources`; `system` is the name of the system, None for the other two. `segments` are indices, from 0,
    and `details` says more of each of them, or is empty. `message` says in words what was found and what to do.
    `severity` is `severe` where scores cannot be trusted before it is dealt with, otherwise `minor`.
    """

    check: str
    title: str
    part: str
    system: str | None
    segments: tuple[int, ...]
    message: str
    severity: Severity
    details: tuple[str, ...] = field(repr=False)

    @property
    def where(self) -> str:
        """Whose text it is: `system online-a`, `references` or `sources`."""
        return self.part if self.system is None else f"system {self.system}" if self.system else "hypotheses"

    @property
    def numbers(self) -> list[int]:
        """The segments, counted from 1 as lines are."""
        return [index + 1 for index in self.segments]

    def __str__(self) -> str:
        return f"{self.where}: {self.message} ({list_numbers(self.numbers)})"


@dataclass(frozen=True, eq=False)
class Findings(Sequence[Finding]):
    """All that was found in a test set, the severe first.

    `segments` is the size of the test set, `checks` the specs of the checks that ran, `skipped` those that
    could not, with what they miss.
    """

    items: tuple[Finding, ...]
    segments: int
    checks: tuple[str, ...]
    skipped: Mapping[str, str]

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, index: int | slice) -> Finding | tuple[Finding, ...]:
        return self.items[index]

    def __len__(self) -> int:
        return len(self.items)

    @property
    def severe(self) -> tuple[Finding, ...]:
        """The findings without which being dealt with scores cannot be trusted."""
        return tuple(finding for finding in self.items if finding.severity == "severe")

    @property
    def kinds(self) -> Mapping[str, Sequence[Finding]]:
        """The findings of each check that has some, in their order."""
        kinds: dict[str, list[Finding]] = {}
        for finding in self.items:
            kinds.setdefault(finding.check, []).append(finding)
        return kinds

    def __repr__(self) -> str:
        head = f"<Findings of {len(self.checks)} checks on {self.segments} segments: {len(self.items) or 'none'}"
        return "\n".join([head, *(f"  {finding.severity} {finding.check}: {finding}" for finding in self.items)]) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(finding.check)}</td><td>{finding.severity}</td><td>{escape(finding.where)}</td>"
            f"<td>{escape(finding.message)}</td><td>{list_numbers(finding.numbers)}</td></tr>"
            for finding in self.items
        )
        return (
            "<table><tr><th>check</th><th>severity</th><th>text</th><th>finding</th><th>segments</th></tr>"
            f"{rows}</table>"
        )

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each segment in which something was found; segments are counted from 1."""
        try:
            import pandas
        except ImportError:
            raise MissingExtra("to_pandas()", "pandas") from None
        rows = [
            (finding.check, finding.severity, finding.part, finding.system, number, detail)
            for finding in self.items
            for number, detail in zip(finding.numbers, finding.details, strict=True)
        ]
        columns = ["check", "severity", "part", "system", "segment", "detail"]
        return pandas.DataFrame(rows, columns=columns)


def list_numbers(numbers: Sequence[int], most: int = 5) -> str:
    """The first of them, and a sign that there are more."""
    return ", ".join(map(str, numbers[:most])) + (", …" if len(numbers) > most else "")
