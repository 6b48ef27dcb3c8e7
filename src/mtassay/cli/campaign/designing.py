"""What the commands that plan a campaign share: how people are asked, and how many of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from mtassay.cli.arguments.option_groups import option_group
from mtassay.cli.db.session import reading

if TYPE_CHECKING:
    from mtassay.campaigns.plan import CampaignPlan, Design, Originals, Spreading
    from mtassay.corpus.evalset import EvalSet
    from mtassay.human.protocols.base import Context
    from mtassay.store.campaigns.known_answers import KnownAnswers

_SEATS = 4
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(eq=False, repr=False, kw_only=True)
class Designing:
    """The choices of whoever plans."""

    protocols: tuple[str, ...]
    seats: int | None
    crowd: bool
    context: str
    segments: int | None
    longest: int
    stratum: str | None
    overlap: float
    spread: str
    expertise: str
    reuse: bool | None
    controls: str | None
    seed: int
    where: tuple[str, ...]
    source_language: str | None
    originals: str
    questions: str | None

    def plan(
        self, evalset: "EvalSet", location: str, project_name: str | None, *, needs_database: bool
    ) -> "tuple[CampaignPlan, KnownAnswers | None]":
        """The plan of a campaign on a test set, and what the project of a database knows of it already.

        A database that is not there knows nothing; without `needs_database`, one that does not matter is left alone.
        """
        from mtassay.campaigns.crowd_seats import plan_crowd
        from mtassay.campaigns.known_before import depends_on_project, known_before, on_scale
        from mtassay.campaigns.known_spread import known_spreads
        from mtassay.campaigns.plan import plan_campaign
        from mtassay.campaigns.reading_tests import read_questions
        from mtassay.human.scales import EVALTRANS

        questions = () if self.questions is None else read_questions(self.questions)
        where, segments = self._chosen(evalset)
        design = self._design(evalset, where)
        known, spreads = None, None
        if needs_database or depends_on_project(design):
            if _is_there(location):
                with reading(location, project_name) as (connection, project):
                    language = design.source_language or project.source_language
                    design = replace(on_scale(project.scale, design), source_language=language)
                    known = known_before(connection, project, design)
                    spreads = known_spreads(connection, project, design)
            elif needs_database:
                design = on_scale(EVALTRANS, design)  # of the project that is made

        def planned(design: "Design") -> "CampaignPlan":
            return plan_campaign(
                evalset,
                design,
                segments=segments,
                strata=None if self.stratum is None else evalset.labels[self.stratum],
                known=None if known is None else known.of_protocol,
                spreads=spreads,
                questions=questions,
            )

        return plan_crowd(design, planned) if self.crowd and self.seats is None else planned(design), known

    def _chosen(self, evalset: "EvalSet") -> "tuple[str, Sequence[int] | None]":
        """The filter as text, and the segments that it means; None for all."""
        if not self.where:
            return "", None  # analyses take a while to load
        from mtassay.analyses.filters.segment_filter import SegmentFilter
        from mtassay.analyses.given_segments import given_segments

        filters = map(SegmentFilter.parse, self.where)
        where = SegmentFilter(tuple(condition for each in filters for condition in each.conditions))
        return str(where), None if where.is_everything else given_segments(evalset, where)

    def _design(self, evalset: "EvalSet", where: str) -> "Design":
        from mtassay.campaigns.plan import Design
        from mtassay.corpus.language_codes import language_code
        from mtassay.human.protocols.categories import take_in_tree

        if self.stratum is not None and self.stratum not in evalset.labels:
            known = ", ".join(evalset.labels) or "none; give them with --labels"
            raise click.UsageError(f"--stratum {self.stratum}: there is no such label; there are: {known}")
        return Design(
            protocols=tuple(map(take_in_tree, self.protocols)),
            seats=_SEATS if self.seats is None else self.seats,
            crowd=self.crowd,
            context=cast("Context", self.context),
            segments=self.segments,
            longest_document=self.longest,
            overlap=self.overlap,
            spreading=cast("Spreading", self.spread),
            expertise=self.expertise,
            reuse=self.reuse,
            controls=self.controls or ("crowd" if self.crowd and self.questions is None else "none"),
            seed=self.seed,
            where=where,
            source_language=language_code(self.source_language or ""),
            originals=cast("Originals", self.originals),
        )


def _is_there(location: str) -> bool:
    """Whether there is a database; where one is made by what follows, nothing is known yet."""
    from mtassay.store.database import Database
    from mtassay.store.migration import is_new

    database = Database(location, read_only=True)
    try:
        return not is_new(database)
    finally:
        database.close()


def design_options(command: F) -> F:
    """How people are asked, and how many of them."""
    return option_group("designing", Designing, *_OPTIONS)(command)


_OPTIONS = (
    click.option(
        "-p",
        "--protocol",
        "protocols",
        metavar="SPEC",
        multiple=True,
        default=("da",),
        show_default="da",
        help="How people are asked: da, sqm, esa, mqm, fluency, adequacy, ranking, pairwise, postedit, comprehension "
        "or sser. May be repeated; what shows the output alone is asked first.",
    ),
    click.option(
        "--seats",
        type=click.IntRange(1, 1000),
        help="How many judges there are [default: 4, or with --crowd as many as have 100 segments each].",
    ),
    click.option(
        "--crowd",
        is_flag=True,
        help="Judges are strangers: all come by one address, each takes a seat of equal size, and gets a code at the "
        "end.",
    ),
    click.option(
        "--context",
        type=click.Choice(["none", "before", "document"]),
        default="none",
        show_default=True,
        help="What stands around an output: nothing, the segments before it, or its whole document.",
    ),
    click.option(
        "--segments", type=click.IntRange(1), metavar="N", help="Draw whole documents until they have N segments."
    ),
    click.option(
        "--longest",
        type=click.IntRange(1),
        default=10,
        show_default=True,
        metavar="N",
        help="With --segments, ask for the first N segments of a document.",
    ),
    click.option("--stratum", metavar="LABEL", help="With --segments, keep the shares of a label, such as domain."),
    click.option(
        "--overlap",
        type=click.FloatRange(0, 1),
        default=0.2,
        show_default=True,
        help="Share of the documents that two judges are asked about, so that judges can be compared.",
    ),
    click.option(
        "--spread",
        type=click.Choice(["auto", "within", "across"]),
        default="auto",
        show_default=True,
        help="Whether a judge sees all systems on a document (within) or each output goes to a judge of its own "
        "(across).",
    ),
    click.option(
        "--expertise",
        type=click.Choice(["bilingual", "target", "professional"]),
        default="bilingual",
        show_default=True,
        help="What the judges know: both languages, the target language alone, or translation as a profession.",
    ),
    click.option(
        "--where",
        metavar="CONDITION",
        multiple=True,
        help='Ask only about segments for which it holds: "source-length >= 5 and domain in (news, chat)"; may be '
        "repeated.",
    ),
    click.option(
        "--source-language",
        metavar="CODE",
        help="Language of the sources: where labels say in which language a source was first written (origlang), those "
        "of others are left out [default: that of the project].",
    ),
    click.option(
        "--originals",
        type=click.Choice(["source", "all"]),
        default="source",
        show_default=True,
        help="Whether sources that were first written in another language are left out.",
    ),
    click.option(
        "--reuse/--no-reuse",
        "reuse",
        default=None,
        help="Take over what is known of an output, asked the same way, instead of asking again [default: for sser "
        "alone, from the judgments of the project]. Never for ranking and pairwise.",
    ),
    click.option(
        "--controls",
        type=click.Choice(["none", "known", "crowd", "wmt-da", "wmt-esa"]),
        help="How judges are checked [default: none, or crowd with --crowd and without --questions]. known: up to 10 "
        "outputs made worse at a seat, and 5 % of its tasks again. crowd: 10 % made worse, 10 % again, 10 % references "
        "shown as outputs. wmt-da: of 100 tasks 10 made worse, 10 again, 10 references. wmt-esa: 12 of 100 made worse.",
    ),
    click.option(
        "--questions",
        metavar="FILE",
        help="For comprehension: a table with the columns document, question, answer, and if wanted half, wrong, "
        "choices. Several answers or choices stand between |; other answers are graded later.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="Draws documents, orders and seats."),
)
