"""The options by which answers are chosen and ranked, for all commands that show what people said."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mtassay.cli.arguments.option_groups import option_group

if TYPE_CHECKING:
    from mtassay.human.answers.answer_filter import AnswerFilter
    from mtassay.human.answers.answers import Answers
    from mtassay.reports.document import Document
    from mtassay.reports.results.people.beside_metric import BesideMetric

F = TypeVar("F", bound=Callable[..., Any])

OURS, AS_WMT, AS_WMT_DA = "ours", "wmt", "wmt-da"


@dataclass(eq=False, repr=False, kw_only=True)
class AnswerOptions:
    """Which answers are meant, and how results are made of them."""

    system: tuple[str, ...]
    judge: tuple[str, ...]
    without_judge: tuple[str, ...]
    document: tuple[str, ...]
    domain: tuple[str, ...]
    length: str | None
    expertise: str | None
    language: str | None
    since: str | None
    until: str | None
    as_: str
    by: str
    repeats: str
    draws: int
    runs: int
    seed: int

    @property
    def filter(self) -> "AnswerFilter":
        """Which answers are meant."""
        from mtassay.human.answers.answer_filter import AnswerFilter
        from mtassay.human.filters import parse_day

        return AnswerFilter(
            systems=self.system,
            judges=self.judge,
            without=self.without_judge,
            documents=self.document,
            domains=self.domain,
            words=_length(self.length),
            expertise=self.expertise or "",
            language=self.language or "",
            since=parse_day(self.since or ""),
            until=parse_day(self.until or ""),
        )

    def calling(self, names: Mapping[str, str]) -> "AnswerOptions":
        """The same of judges who are called by other names; who is named by the new name already stays."""
        new = set(names.values())

        def called(judges: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(judge if judge in new else names.get(judge, judge) for judge in judges)

        return replace(self, judge=called(self.judge), without_judge=called(self.without_judge))

    def document_of(
        self, answers: "Answers", facts: Mapping[str, str] | None = None, beside: "BesideMetric | None" = None
    ) -> "Document":
        """The results of the answers that are meant, below facts of where they come from."""
        from mtassay.reports.results.people.manners import results_document

        return results_document(
            answers,
            self.filter,
            manner=self.as_,
            method=self.by,
            count_repeats=self.repeats == "score",
            draws=self.draws,
            runs=self.runs,
            seed=self.seed,
            facts=facts or {},
            beside=beside,
        )


def answer_options(command: F) -> F:
    """Which answers are meant, and how results are made of them."""
    return option_group(
        "chosen",
        AnswerOptions,
        click.option("--system", metavar="NAME", multiple=True, help="Only this system; may be repeated."),
        click.option("--judge", metavar="NAME", multiple=True, help="Only this judge; may be repeated."),
        click.option("--without-judge", metavar="NAME", multiple=True, help="Not this judge; may be repeated."),
        click.option("--document", metavar="NAME", multiple=True, help="Only this document; may be repeated."),
        click.option("--domain", metavar="NAME", multiple=True, help="Only sources of this domain; may be repeated."),
        click.option("--length", metavar="LOW..HIGH", help="Only sources of so many words; an end may be left out."),
        click.option("--expertise", metavar="NAME", help="Only judges who are bilingual, target or professional."),
        click.option("--language", metavar="CODE", help="Only sources that were written in this language."),
        click.option("--since", metavar="DAY", help="Only answers of this day or later, in UTC."),
        click.option("--until", metavar="DAY", help="Only answers of this day or before."),
        click.option(
            "--as",
            "as_",
            type=click.Choice([OURS, AS_WMT, AS_WMT_DA]),
            default=OURS,
            show_default=True,
            help="wmt: TrueSkill with rank ranges; wmt-da: standard scores with rank-sum stars.",
        ),
        click.option(
            "--by",
            type=click.Choice(["bradley-terry", "expected-wins"]),
            default="bradley-terry",
            show_default=True,
            help="Rankings: what systems are ordered by.",
        ),
        click.option(
            "--repeats",
            type=click.Choice(["recheck", "score"]),
            default="recheck",
            show_default=True,
            help="What a judge is shown again tests the judge, or counts like any other.",
        ),
        click.option(
            "--draws",
            type=click.IntRange(2, 1_000_000),
            default=1000,
            show_default=True,
            metavar="N",
            help="Rankings: draws of each bootstrap.",
        ),
        click.option(
            "--runs", type=click.IntRange(2, 100_000), default=400, show_default=True, metavar="N", help="Of TrueSkill."
        ),
        click.option(
            "--seed", type=click.IntRange(0), default=12345, show_default=True, metavar="N", help="Of draws and runs."
        ),
    )(command)


def _length(text: str | None) -> tuple[int | None, int | None]:
    if text is None:
        return None, None
    low, dots, high = text.partition("..")
    ends = [end.strip() for end in ((low, high) if dots else (low, low))]
    if not any(ends) or any(end and not end.isdecimal() for end in ends):
        raise click.UsageError(f"--length {text}: write numbers of words, such as 5..20, 20.. or ..5")
    least, most = (int(end) if end else None for end in ends)
    if least is not None and most is not None and least > most:
        raise click.UsageError(f"--length {text}: no source has at least {least} and at most {most} words")
    return least, most
