"""Campaigns of a project: the list, how far one is, and everything that its manager does while it runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Form, Query

from mtassay.campaigns.controls.seat_checks import has_controls, seat_checks
from mtassay.campaigns.handing_over import add_seats, last_told_controls, take_in_again, told_controls, told_release
from mtassay.campaigns.handing_over import release_seats as give_to_others
from mtassay.errors import Conflict, InputError, SettingError
from mtassay.reports.formats.choice import report_format
from mtassay.reports.results.campaigns import answers_document, codes_document, status_document
from mtassay.settings import did_you_mean
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaigns, set_state
from mtassay.store.campaigns.course import course_of
from mtassay.store.campaigns.leases import places_of
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.reused_answers import count_reused
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import history, latest
from mtassay.store.people.accounts import Role
from mtassay.web.event_words import did
from mtassay.web.markdown import render_markdown
from mtassay.web.pages.campaigns.chosen import chosen_campaign
from mtassay.web.pages.campaigns.crowd import CrowdView, view_crowd
from mtassay.web.pages.campaigns.dashboard import SHOWN, CampaignView, SeatRow, chosen_seats, view_campaign
from mtassay.web.pages.campaigns.links import LetIn, NewLinks, let_judges_in, shown_links
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Campaigns")

_MOST_ADDED = 200
_LONGEST_REASON = 500
_FORMATS = {"jsonl": "application/jsonl", "tsv": "text/tab-separated-values"}


@dataclass(frozen=True, kw_only=True)
class CampaignRow:
    """A campaign of a list: answers of those that are asked for, by seats that are not excluded.

    `problem` says why it cannot be opened; empty where it can.
    """

    id: int
    name: str
    state: CampaignState
    protocols: list[str]
    seats: int
    done: int
    asked: int
    problem: str


@dataclass(frozen=True)
class Campaigns:
    """The campaigns of a project, the newest first."""

    project_id: int
    project_name: str
    campaigns: list[CampaignRow]


@dataclass(frozen=True)
class LastStep:
    """A step that was just taken, and the words of whoever took it."""

    revision: int
    words: str


@dataclass(frozen=True, kw_only=True)
class OneCampaign:
    """A campaign. `seats` are those that are shown, `counts` how many there are of each choice.

    `opened` is the seat whose further actions are shown; `step` what was just done.
    """

    project_id: int
    project_name: str
    campaign: CampaignView
    guidelines_html: str
    show: str
    shown: dict[str, str]
    counts: dict[str, int]
    seats: list[SeatRow]
    opened: int
    step: LastStep | None
    most_added: int
    crowd: CrowdView | None


@dataclass(frozen=True)
class Changed:
    """What was changed, and the revision of the project that it led to."""

    campaign: int
    revision: int


@ROUTES.page("/projects/{project}/campaigns", may=Role.MANAGER, template="campaigns/list.html")
def project_campaigns(context: Context, project: int) -> Campaigns:
    """The campaigns of a project: state, protocol and how many answers there are."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        rows = [_row(connection, campaign) for campaign in reversed(campaigns(connection, stored))]
    return Campaigns(stored.id, stored.name, rows)


@ROUTES.page("/projects/{project}/campaigns/{number}", may=Role.MANAGER, template="campaigns/campaign.html")
def one_campaign(
    context: Context,
    project: int,
    number: int,
    show: Annotated[str, Query(max_length=20)] = "all",
    seat: int = 0,
    step: int = 0,
) -> OneCampaign:
    """How far a campaign is, what needs a decision, and every seat; `show` leaves those of one state.

    `seat` shows what can be done about one, `step` the revision of a step that was just taken.
    """
    if show not in SHOWN:
        raise SettingError(f"there are no seats {show!r}{did_you_mean(show, SHOWN)}; choose among {', '.join(SHOWN)}")
    with context.database.reading() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        progress = seat_progress(connection, campaign)
        checks = seat_checks(connection, campaign)
        view = view_campaign(campaign, progress, course_of(connection, campaign), checks=checks)
        crowd = view_crowd(connection, campaign, progress, context.state.secret)
        last = _last_step(connection, stored, step)
    return OneCampaign(
        project_id=stored.id,
        project_name=stored.name,
        campaign=view,
        guidelines_html=render_markdown(campaign.guidelines),
        show=show,
        shown=SHOWN,
        counts={name: len(chosen_seats(view.seats, name)) for name in SHOWN},
        seats=chosen_seats(view.seats, show),
        opened=seat,
        step=last,
        most_added=_MOST_ADDED,
        crowd=crowd,
    )


@ROUTES.action("/projects/{project}/campaigns/{number}/state", may=Role.MANAGER)
def change_state(context: Context, project: int, number: int, state: Annotated[CampaignState, Form()]) -> Done[Changed]:
    """Pause, resume or close a campaign; the history can undo that."""
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        set_state(connection, campaign, state, context.visitor.name)
        return _changed(connection, stored, campaign)


# not an action: links can be shown only in the answer to this very request
@ROUTES.form("/projects/{project}/campaigns/{number}/links", may=Role.MANAGER, template="campaigns/links.html")
def new_links(
    context: Context, project: int, number: int, seats: Annotated[list[int] | None, Form()] = None
) -> NewLinks:
    """Make new links, for some seats or for all, and start a campaign that is a draft; older links of them end.

    Of a campaign for a crowd, name no seats, and get its new address.
    """
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        who = context.visitor.name
        if campaign.state is CampaignState.DRAFT:
            set_state(connection, campaign, CampaignState.RUNNING, who)
        made = let_judges_in(connection, campaign, seats or None, who)
    return shown_links(context, stored, campaign, made)


@ROUTES.form("/projects/{project}/campaigns/{number}/seats", may=Role.MANAGER, template="campaigns/links.html")
def more_seats(
    context: Context,
    project: int,
    number: int,
    judges: Annotated[str, Form(max_length=20_000)] = "",
    count: Annotated[int, Form(ge=0, le=_MOST_ADDED)] = 0,
) -> NewLinks:
    """Add seats, for judges that are named a line each, and more without a name; they share what nobody has begun."""
    names = [" ".join(line.split()) for line in judges.splitlines() if line.strip()]
    wanted = max(count, len(names))
    if not 1 <= wanted <= _MOST_ADDED:
        raise InputError(f"{wanted} seats to add; name judges or say how many, from 1 to {_MOST_ADDED}")
    names += [""] * (wanted - len(names))
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        who = context.visitor.name
        numbers = add_seats(connection, campaign, names, who)
        fewer = last_told_controls(connection, campaign)
        is_draft = campaign.state is CampaignState.DRAFT
        made = LetIn() if is_draft else let_judges_in(connection, campaign, numbers, who)
    return shown_links(context, stored, campaign, made, fewer)


@ROUTES.action("/projects/{project}/campaigns/{number}/release", may=Role.MANAGER)
def release_seats(
    context: Context, project: int, number: int, seats: Annotated[list[int] | None, Form()] = None
) -> Done[Changed]:
    """Give all that some seats have not done to the others; they get nothing more."""
    if not seats:
        raise InputError("no seat was named, so that nothing was given to others; name one or more")
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        give_to_others(connection, campaign, list(dict.fromkeys(seats)), context.visitor.name)
        return _changed(connection, stored, campaign)


@ROUTES.action("/projects/{project}/campaigns/{number}/exclude", may=Role.MANAGER)
def exclude(
    context: Context,
    project: int,
    number: int,
    seat: Annotated[int, Form()],
    reason: Annotated[str, Form(max_length=_LONGEST_REASON)] = "",
) -> Done[Changed]:
    """Leave the answers of a seat out of results, with a reason; nothing of them goes, and its link ends."""
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        exclude_seat(connection, campaign, seat, reason, context.visitor.name)
        return _changed(connection, stored, campaign)


@ROUTES.action("/projects/{project}/campaigns/{number}/include", may=Role.MANAGER)
def include(context: Context, project: int, number: int, seat: Annotated[int, Form()]) -> Done[Changed]:
    """Let the answers of an excluded seat count again, or give a released one work again; its judge needs a link."""
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        take_in_again(connection, campaign, seat, context.visitor.name)
        return _changed(connection, stored, campaign)


@ROUTES.download("/projects/{project}/campaigns/{number}/answers", may=Role.MANAGER)
def campaign_answers(
    context: Context,
    project: int,
    number: int,
    format: Annotated[str, Query(max_length=20)] = "jsonl",
    names: bool = False,
) -> Download:
    """Every number of every answer, as `mtassay campaign export` writes it; `names` adds judges and comments."""
    _check_format(format)
    with context.database.reading() as connection:
        _, campaign = chosen_campaign(connection, project, number)
        answers = list(all_answers(connection, campaign))
    document = answers_document(campaign, answers, has_names=names)
    return _download(f"{campaign.name} answers", report_format(format).write(document), format)


@ROUTES.download("/projects/{project}/campaigns/{number}/status", may=Role.MANAGER)
def campaign_status(
    context: Context, project: int, number: int, format: Annotated[str, Query(max_length=20)] = "tsv"
) -> Download:
    """How far every seat is, as `mtassay campaign status` writes it."""
    _check_format(format)
    with context.database.reading() as connection:
        _, campaign = chosen_campaign(connection, project, number)
        checks = seat_checks(connection, campaign) if has_controls(campaign) else None
        reused = count_reused(connection, campaign)
        progress = seat_progress(connection, campaign)
        places = places_of(connection, campaign, progress)
        document = status_document(campaign, progress, checks, reused=reused, places=places)
    return _download(f"{campaign.name} seats", report_format(format).write(document), format)


@ROUTES.download("/projects/{project}/campaigns/{number}/codes", may=Role.MANAGER)
def completion_codes(
    context: Context, project: int, number: int, format: Annotated[str, Query(max_length=20)] = "tsv"
) -> Download:
    """The codes of a crowd: of each seat what its judge hands in, and what instead where controls failed."""
    _check_format(format)
    with context.database.reading() as connection:
        _, campaign = chosen_campaign(connection, project, number)
        progress = seat_progress(connection, campaign)
        crowd = view_crowd(connection, campaign, progress, context.state.secret)
        if crowd is None:
            raise Conflict(f"{campaign.name} has a link for each judge, so that nobody hands in a code")
        checks = seat_checks(connection, campaign)
    codes = {seat.number: (seat.code, seat.code_to_review) for seat in crowd.seats.values()}
    document = codes_document(campaign, progress, checks, codes)
    return _download(f"{campaign.name} codes", report_format(format).write(document), format)


def _check_format(format: str) -> None:
    if format not in _FORMATS:
        raise SettingError(
            f"there is no format {format!r}{did_you_mean(format, _FORMATS)}; take {' or '.join(_FORMATS)}"
        )


def _download(name: str, content: str | bytes, format: str) -> Download:
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return Download(data, f"{name}.{format}", _FORMATS[format])


def _row(connection: "sa.Connection", campaign: StoredCampaign) -> CampaignRow:
    progress = () if campaign.problem else seat_progress(connection, campaign)
    seats = [seat for seat in progress if not seat.reason]
    return CampaignRow(
        id=campaign.id,
        name=campaign.name,
        state=campaign.state,
        protocols=[protocol.title for protocol in campaign.protocols],
        seats=len(seats),
        done=sum(seat.work_done for seat in seats),
        asked=sum(seat.work_asked for seat in seats),
        problem=campaign.problem,
    )


def _changed(connection: "sa.Connection", project: Project, campaign: StoredCampaign) -> Done[Changed]:
    revision = latest(connection, project.id)
    return Done(Changed(campaign.id, revision), f"/projects/{project.id}/campaigns/{campaign.id}?step={revision}")


_STEPS: Sequence[EventKind] = (
    EventKind.CAMPAIGN_STATE,
    EventKind.EXCLUSION,
    EventKind.RELEASE,
    EventKind.LATE_ANSWERS,
    EventKind.TAKEN,
)


def _last_step(connection: "sa.Connection", project: Project, revision: int) -> LastStep | None:
    events = history(connection, project.id, revision=revision) if 0 < revision < 2**62 else ()
    if not events or events[0].kind not in _STEPS:
        return None
    event = events[0]
    words = "undone" if event.undone_by is not None else did(event.kind)
    if event.kind == EventKind.EXCLUSION and event.summary.get("included"):
        words = "took a judge of a campaign in again"
    said = [f"{event.who} {words}."]
    if event.undone_by is None:
        released = told_release(event.summary)
        said += [] if released is None else [released.in_words()]
        said += [told_controls(event.summary)]
    return LastStep(event.revision, " ".join(filter(None, said)))
