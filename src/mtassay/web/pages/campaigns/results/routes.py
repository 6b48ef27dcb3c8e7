"""Results of a campaign: what its answers show, while it runs and afterwards, of all or of those that are chosen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Form, Query

from mtassay.campaigns.campaign_answers import answers_of_campaign, chosen_protocol
from mtassay.campaigns.controls.seat_checks import seat_checks
from mtassay.campaigns.taking import conversion_words, take_campaign
from mtassay.errors import InputError, SettingError
from mtassay.human.answers.answers import Answers
from mtassay.human.protocols.base import Protocol
from mtassay.metrics.base import METRICS
from mtassay.reports.evidence.packing import evidence_pack
from mtassay.reports.formats.choice import report_format
from mtassay.reports.results.campaigns import results_facts
from mtassay.reports.results.people.beside_metric import BesideMetric
from mtassay.reports.results.people.manners import results_document
from mtassay.settings import did_you_mean
from mtassay.store.campaigns.all_answers import AnsweredNumber, all_answers
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign
from mtassay.store.campaigns.progress import SeatProgress, seat_progress
from mtassay.store.contents.projects import Project
from mtassay.store.contents.references import perfect_translations
from mtassay.store.people.accounts import Role
from mtassay.web.loaded_projects import load_revision
from mtassay.web.metric_choice import choose_metrics
from mtassay.web.pages.campaigns.chosen import chosen_campaign
from mtassay.web.pages.campaigns.results.beside_metric import BesideMetricView, beside_metric, too_slow
from mtassay.web.pages.campaigns.results.choice import USUAL_METRICS, ResultsChip, ResultsChoice, results_chips
from mtassay.web.pages.campaigns.results.exclusions import Excluded, both_ways
from mtassay.web.pages.campaigns.results.judges import Judges, JudgeView
from mtassay.web.pages.campaigns.results.view import Figures, figures_of
from mtassay.web.serving.routes import Context, Done, Download, Routes

ROUTES = Routes("Campaigns")

_FORMATS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "md": "text/markdown",
    "tex": "application/x-tex",
}
_NAMES = {"md": "markdown", "tex": "latex"}


@dataclass(frozen=True)
class Offered:
    """What a filter can name; judges by what filters call them, with their names."""

    systems: list[str]
    judges: list[tuple[str, str]]
    documents: list[str]
    domains: list[str]
    expertise: list[str]
    languages: list[str]


@dataclass(frozen=True, kw_only=True)
class CampaignResults:
    """What a campaign shows so far. Where nothing can be shown `problem` says why, and there are no figures.

    `done` of `asked` answers came in. `chosen` of the `answers` by the protocol are meant by the filter. `excluded` is
    there where judges were excluded who answered, and says what that changes. `left_out` are judges whose answers do
    not count. `beside` has one of the `metrics` beside people. `conversion` says how answers would become judgments of
    the project; empty where they cannot.
    """

    project_id: int
    project_name: str
    campaign_id: int
    campaign_name: str
    state: CampaignState
    protocol: str
    protocol_title: str
    protocols: list[tuple[str, str]]
    source_language: str
    target_language: str
    done: int
    asked: int
    choice: ResultsChoice
    chips: list[ResultsChip]
    offered: Offered
    answers: int
    chosen: int
    figures: Figures | None
    beside: BesideMetricView | None
    metrics: list[tuple[str, str]]
    problem: str
    left_out: list[JudgeView]
    excluded: Excluded | None
    formats: list[str]
    conversion: str
    asks_questions: bool


@dataclass(frozen=True)
class TakenIntoMemory:
    """How many answers became judgments or were before, why others did not, and the revision that it led to."""

    new: int
    known: int
    left_out: dict[str, int]
    revision: int | None


@ROUTES.page("/projects/{project}/campaigns/{number}/results", may=Role.MANAGER, template="campaigns/results.html")
def campaign_results(
    context: Context, project: int, number: int, choice: Annotated[ResultsChoice, Query()]
) -> CampaignResults:
    """What the answers of a campaign show: systems in order, differences, agreement, judges, errors, disagreements.

    The figures are those of `mtassay campaign results`, of the answers that the fields of the address mean.
    """
    with context.database.reading() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        seats = seat_progress(connection, campaign)
        judges = Judges(seats, seat_checks(connection, campaign))
        numbers = list(all_answers(connection, campaign, with_controls=True))

        def references() -> dict[str, list[str]]:
            return perfect_translations(load_revision(context.figures, connection, stored).memory)

        return _results(stored, campaign, seats, judges, numbers, choice, references)


@ROUTES.download("/projects/{project}/campaigns/{number}/results/file", may=Role.MANAGER)
def results_file(
    context: Context,
    project: int,
    number: int,
    choice: Annotated[ResultsChoice, Query()],
    format: Annotated[str, Query(max_length=20)] = "xlsx",
) -> Download:
    """The results as `mtassay campaign results -o` writes them; judges are called by their seats."""
    if format not in _FORMATS:
        raise SettingError(f"there is no format {format!r}{did_you_mean(format, _FORMATS)}; take {', '.join(_FORMATS)}")
    with context.database.reading() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        seats = seat_progress(connection, campaign)
        numbers = list(all_answers(connection, campaign, with_controls=True))
        references: dict[str, list[str]] = {}
        if not all(number.reference for number in numbers):
            references = perfect_translations(load_revision(context.figures, connection, stored).memory)
    protocol = chosen_protocol(campaign, choice.protocol or None)
    (metric,) = choose_metrics([choice.metric])
    answers = answers_of_campaign(numbers, protocol, with_excluded=choice.excluded)
    beside = BesideMetric(
        metric=metric,
        references=references,
        target_language=stored.target_language or None,
        problem=too_slow(answers.chosen(choice.filter), metric),
    )
    facts = results_facts(campaign, protocol, seats)
    document = results_document(answers, choice.filter, method=choice.by, facts=facts, beside=beside)
    content = report_format(_NAMES.get(format, format)).write(document)
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return Download(data, f"{campaign.name} results.{format}", _FORMATS[format])


@ROUTES.download("/projects/{project}/campaigns/{number}/pack", may=Role.MANAGER)
def campaign_pack(context: Context, project: int, number: int) -> Download:
    """All of a campaign and what it shows as `mtassay campaign pack` writes it; no name and no secret is in it."""
    with context.database.reading() as connection:
        _, campaign = chosen_campaign(connection, project, number)
        content = evidence_pack(connection, campaign)
    return Download(content, f"{campaign.name} evidence.zip", "application/zip")


@ROUTES.action("/projects/{project}/campaigns/{number}/take", may=Role.MANAGER)
def take_into_memory(
    context: Context, project: int, number: int, protocol: Annotated[str, Form(max_length=40)] = ""
) -> Done[TakenIntoMemory]:
    """Make the answers by a protocol judgments of the project, as one step that the history can undo."""
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        result = take_campaign(connection, campaign, chosen_protocol(campaign, protocol or None), context.visitor.name)
    taken = result.taken
    told = TakenIntoMemory(
        taken.new, taken.known, {**result.left_out, "judged": taken.judged, "lost": taken.lost}, taken.revision
    )
    return Done(told, f"/projects/{stored.id}/campaigns/{campaign.id}?step={taken.revision or 0}")


def _results(
    project: Project,
    campaign: StoredCampaign,
    seats: Sequence[SeatProgress],
    judges: Judges,
    numbers: list[AnsweredNumber],
    choice: ResultsChoice,
    references: Callable[[], Mapping[str, Sequence[str]]],
) -> CampaignResults:
    protocol = chosen_protocol(campaign, choice.protocol or None)
    wanted = choice.filter
    answers: Answers | None = None
    figures: Figures | None = None
    beside: BesideMetricView | None = None
    excluded: Excluded | None = None
    problem, chosen = "", 0
    try:
        answers = answers_of_campaign(numbers, protocol, has_comments=True, with_excluded=choice.excluded)
        meant = answers.chosen(wanted)
        chosen = len(meant.judged)
        figures = figures_of(meant, judges, choice.by)
        severity = {judge.key: judge.severity for judge in figures.judges if judge.severity is not None}
        beside = beside_metric(meant, choice.metric, severity, references, project.target_language)
        if any(number.is_excluded and number.protocol == protocol.name for number in numbers) and not choice.excluded:
            with_all = answers_of_campaign(numbers, protocol, with_excluded=True).chosen(wanted)
            excluded = both_ways(figures, figures_of(with_all, judges, choice.by))
    except InputError as error:
        problem = str(error)
    return CampaignResults(
        project_id=project.id,
        project_name=project.name,
        campaign_id=campaign.id,
        campaign_name=campaign.name,
        state=campaign.state,
        protocol=protocol.name,
        protocol_title=protocol.title,
        protocols=[(each.name, each.title) for each in campaign.protocols],
        source_language=project.source_language,
        target_language=project.target_language,
        done=sum(seat.work_done for seat in seats),
        asked=sum(seat.work_asked for seat in seats),
        choice=choice,
        chips=results_chips(choice, judges.names),
        offered=_offered(answers, judges),
        answers=0 if answers is None else len(answers.judged),
        chosen=chosen,
        figures=figures,
        beside=beside,
        metrics=[(spec, METRICS.create(spec).label) for spec in USUAL_METRICS],
        problem=problem,
        left_out=judges.left_out(figures.judges) if figures else [],
        excluded=excluded,
        formats=list(_FORMATS),
        conversion=_conversion(protocol),
        asks_questions=protocol.asks_questions,
    )


def _offered(answers: Answers | None, judges: Judges) -> Offered:
    judged = () if answers is None else answers.judged
    keys = dict.fromkeys(answer.judge for answer in judged)
    return Offered(
        list(dict.fromkeys(system for answer in judged for system in answer.systems)),
        [(key, judges.name(key)) for key in keys],
        sorted({answer.document for answer in judged if answer.document}),
        sorted({answer.domain for answer in judged if answer.domain}),
        sorted({answer.expertise for answer in judged if answer.expertise}),
        sorted({answer.language for answer in judged if answer.language}),
    )


def _conversion(protocol: Protocol) -> str:
    try:
        return conversion_words(protocol)
    except InputError:
        return ""
