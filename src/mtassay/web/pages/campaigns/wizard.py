"""A new campaign in steps: files, protocol, people, a look as a judge, and then it starts and the links are shown."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import File, Form, UploadFile

from mtassay.campaigns.originals import original_languages
from mtassay.campaigns.plan import CampaignPlan
from mtassay.campaigns.reading_tests import TooFewSeats
from mtassay.campaigns.start import begin_campaign, check_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import Conflict, InputError, MtassayError
from mtassay.estimation.figures.compared_outputs import compare_outputs
from mtassay.human.memory import Outputs
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, campaigns, set_state
from mtassay.store.campaigns.known_answers import KnownAnswers
from mtassay.store.campaigns.source_languages import source_languages
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.judging.rules import LONGEST_GUIDELINES
from mtassay.store.people.accounts import Role
from mtassay.web.loaded_projects import load_revision
from mtassay.web.pages.campaigns.draft import (
    STEPS,
    CampaignDraft,
    after_step,
    check_step,
    forget_draft,
    keep_draft,
    read_draft,
)
from mtassay.web.pages.campaigns.links import NewLinks, let_judges_in, shown_links
from mtassay.web.pages.campaigns.planning import (
    CHECKS,
    COMES,
    EXPERTISE,
    OfferedProtocol,
    PlanSum,
    PreviewTask,
    needs_references,
    offered_protocols,
    plan_draft,
    preview_of,
    sum_of,
)
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.uploads import Upload, clean_name
from mtassay.web.system_sets import (
    LABEL,
    MOST_FILES,
    ROLES,
    guess,
    guess_labels,
    keep_set,
    problems,
    read_set,
    try_to_join,
)

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Campaigns")

_NEXT = dict(zip(STEPS, [*list(STEPS)[1:], ""], strict=True))


@dataclass(frozen=True)
class OfferedSystem:
    """A system of the project whose last outputs can be judged."""

    run: int
    name: str
    outputs: int


@dataclass(frozen=True, kw_only=True)
class CampaignStart:
    """Where a new campaign begins: how many files are taken, and the systems that the project has."""

    project_id: int
    project_name: str
    most_files: int
    systems: list[OfferedSystem]
    suggested: str


@dataclass(frozen=True)
class DraftText:
    """A text of the files, and what it is taken for; `problem` says why it does not belong to the others."""

    file: str
    column: str | None
    role: str
    name: str
    lines: int
    problem: str


@dataclass(frozen=True, kw_only=True)
class CampaignStep:
    """A step of a new campaign: what is chosen so far, and what it would ask; `problem` says why nothing yet."""

    project_id: int
    project_name: str
    uid: str
    step: str
    steps: dict[str, str]
    draft: CampaignDraft
    texts: list[DraftText]
    roles: list[str]
    systems: list[str]
    labels: list[str]
    has_originals: bool
    notes: list[str]
    protocols: list[OfferedProtocol]
    contexts: list[str]
    expertises: dict[str, str]
    checks: dict[str, str]
    comes: dict[str, str]
    sum: PlanSum | None
    problem: str
    preview: list[PreviewTask]
    longest_guidelines: int
    source_language: str
    target_language: str


@dataclass(frozen=True)
class KeptDraft:
    """A draft that was kept."""

    uid: str
    step: str


@ROUTES.page("/projects/{project}/campaigns/new", may=Role.MANAGER, template="campaigns/start.html")
def new_campaign(context: Context, project: int) -> CampaignStart:
    """Where a new campaign begins: with files, or with systems of the project."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        systems = [
            OfferedSystem(run, outputs.system, len(outputs))
            for run, outputs in _last_runs(context, connection, stored).items()
        ]
        suggested = f"Campaign {len(campaigns(connection, stored)) + 1}"
    return CampaignStart(
        project_id=stored.id,
        project_name=stored.name,
        most_files=MOST_FILES,
        systems=systems,
        suggested=suggested,
    )


@ROUTES.action("/projects/{project}/campaigns/new", may=Role.MANAGER)
def begin_draft(
    context: Context,
    project: int,
    name: Annotated[str, Form(max_length=200)] = "",
    runs: Annotated[list[int] | None, Form()] = None,
    files: Annotated[list[UploadFile] | None, File()] = None,
) -> Done[KeptDraft]:
    """Send files with sources and outputs, perhaps references and documents; or name runs of the project instead."""
    uploads = [Upload(clean_name(file.filename), file.file.read()) for file in files or () if file.filename]
    if not uploads and not runs:
        raise InputError("nothing to ask about; choose files, or systems that the project has")
    draft = CampaignDraft(project=project, name=" ".join(name.split()), runs=runs or [])
    if uploads:
        system_set = keep_set(context.database, context.owner, uploads)
        guessed = guess_labels(system_set, guess(system_set))
        changed = {"files": system_set.uid, "runs": [], "roles": guessed.roles, "names": guessed.names}
        draft = draft.model_copy(update=changed)
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        uid = keep_draft(connection, context.owner, draft)
    return Done(KeptDraft(uid, "files"), f"/projects/{stored.id}/campaigns/new/{uid}/files")


@ROUTES.page("/projects/{project}/campaigns/new/{uid}/{step}", may=Role.MANAGER, template="campaigns/new.html")
def campaign_step(context: Context, project: int, uid: str, step: str) -> CampaignStep:
    """A step of a new campaign: files, protocol, people or preview."""
    check_step(step)
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        draft = read_draft(connection, context.owner, stored.id, uid)
        return _show(context, connection, stored, uid, step, draft)


@ROUTES.form("/projects/{project}/campaigns/new/{uid}/{step}/look", may=Role.MANAGER, template="campaigns/new.html")
def look_at_step(
    context: Context, project: int, uid: str, step: str, choices: Annotated[CampaignDraft, Form()]
) -> CampaignStep:
    """What other choices would ask; nothing is kept."""
    check_step(step)
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        draft = after_step(read_draft(connection, context.owner, stored.id, uid), step, choices)
        return _show(context, connection, stored, uid, step, draft)


@ROUTES.action("/projects/{project}/campaigns/new/{uid}/{step}", may=Role.MANAGER)
def keep_step(
    context: Context, project: int, uid: str, step: str, choices: Annotated[CampaignDraft, Form()]
) -> Done[KeptDraft]:
    """Keep what was chosen in a step, and go to the next; refused where nothing could be asked so."""
    following = _NEXT[check_step(step)]
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        draft = after_step(read_draft(connection, context.owner, stored.id, uid), step, choices)
        try:
            _plan(context, connection, stored, draft)
        except TooFewSeats:
            if step != "protocol":  # whose next step says how many seats there are
                raise
    with context.database.writing() as connection:
        keep_draft(connection, context.owner, draft, uid)
    return Done(KeptDraft(uid, following), f"/projects/{stored.id}/campaigns/new/{uid}/{following or step}")


@ROUTES.action("/projects/{project}/campaigns/drafts/{uid}/forget", may=Role.MANAGER)
def forget_campaign_draft(context: Context, project: int, uid: str) -> Done[KeptDraft]:
    """Throw a draft away; nothing was asked of anybody."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        forget_draft(connection, context.owner, stored.id, uid)
    return Done(KeptDraft(uid, ""), f"/projects/{stored.id}/campaigns")


# not an action: links can be shown only in the answer to this very request
@ROUTES.form("/projects/{project}/campaigns/drafts/{uid}/start", may=Role.MANAGER, template="campaigns/links.html")
def start_campaign(context: Context, project: int, uid: str) -> NewLinks:
    """Make the campaign of a draft, start it, and make a link for every seat, or the address of a crowd.

    Texts and protocol are fixed then.
    """
    who = context.visitor.name
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        draft = read_draft(connection, context.owner, stored.id, uid)
        evalset, plan, known = _plan(context, connection, stored, draft)
    with context.database.writing() as connection:
        campaign = begin_campaign(
            connection,
            stored,
            draft.name,
            evalset,
            plan,
            who,
            judges=draft.judge_names,
            guidelines=draft.guidelines,
            known=known,
        )
        set_state(connection, campaign, CampaignState.RUNNING, who)
        campaign = campaign_of(connection, campaign.id)
        made = let_judges_in(connection, campaign, None, who)
        forget_draft(connection, context.owner, stored.id, uid)
    return shown_links(context, stored, campaign, made)


def _last_runs(context: Context, connection: "sa.Connection", project: Project) -> dict[int, Outputs]:
    """The last run of each system that has outputs, by its number."""
    stored = load_revision(context.figures, connection, project)
    runs = sorted(zip(stored.run_ids, stored.memory.outputs, strict=True), key=lambda run: run[0])
    last = {outputs.system: run for run, outputs in runs if len(outputs)}
    return {run: outputs for run, outputs in runs if run in last.values()}


def _texts(
    context: Context, connection: "sa.Connection", project: Project, draft: CampaignDraft
) -> tuple[EvalSet | None, str, list[str]]:
    """The texts of a draft as a test set, or why there is none; and what was noted of them."""
    if draft.files:
        system_set = read_set(context.database, context.owner, draft.files)
        return try_to_join(system_set, draft, needs_references=needs_references(draft))
    known = _last_runs(context, connection, project)
    chosen = {known[run].system: known[run] for run in draft.runs if run in known}
    stored = load_revision(context.figures, connection, project)
    try:
        compared = compare_outputs(
            stored.memory,
            chosen,
            needs_references=needs_references(draft),
            target_language=project.target_language,
        )
    except MtassayError as error:
        return None, str(error), []
    noted = []
    if len(compared.evalset) < compared.all_segments:
        noted.append(
            f"{len(compared.evalset):,} of {compared.all_segments:,} segments can be asked about: those that all "
            f"systems have{', with a reference' if needs_references(draft) else ''}"
        )
    evalset = compared.evalset
    languages = source_languages(connection, stored.source_ids[compared.sources].tolist())
    if any(languages):
        evalset = EvalSet(
            evalset.references,
            sources=evalset.sources,
            systems=evalset.systems,
            labels={**evalset.labels, "original_language": languages},
            target_language=evalset.target_language,
            warn_of_blanks=False,
        )
    return evalset, "", noted


def _plan(
    context: Context, connection: "sa.Connection", project: Project, draft: CampaignDraft
) -> tuple[EvalSet, CampaignPlan, KnownAnswers]:
    evalset, problem, _ = _texts(context, connection, project, draft)
    if evalset is None:
        raise InputError(problem)
    if not draft.name:
        raise InputError("the campaign has no name; give it one that judges may see")
    if any(campaign.name == draft.name for campaign in campaigns(connection, project)):
        raise Conflict(f"there is a campaign {draft.name!r} in this project already; give this one another name")
    plan, known = plan_draft(connection, project, draft, evalset)
    check_campaign(evalset, plan, draft.judge_names)
    return evalset, plan, known


def _show(
    context: Context, connection: "sa.Connection", project: Project, uid: str, step: str, draft: CampaignDraft
) -> CampaignStep:
    texts: list[DraftText] = []
    if draft.files:
        system_set = read_set(context.database, context.owner, draft.files)
        told = problems(system_set, draft)
        texts = [
            DraftText(
                text.part.shown,
                text.part.column.name.strip() if text.is_column else None,
                role,
                name,
                len(text.part.table),
                told.get(number, ""),
            )
            for number, (text, role, name) in enumerate(zip(system_set.texts, draft.roles, draft.names, strict=True))
        ]
    offered = offered_protocols()
    evalset: EvalSet | None = None
    plan: CampaignPlan | None = None
    noted: list[str] = []
    try:
        evalset, problem, noted = _texts(context, connection, project, draft)
        if evalset is not None:
            plan, _ = plan_draft(connection, project, draft, evalset)
            check_campaign(evalset, plan, draft.judge_names)
    except MtassayError as error:
        problem = str(error)
    contexts = next((protocol.contexts for protocol in offered if protocol.name == draft.protocol), ["none"])
    return CampaignStep(
        project_id=project.id,
        project_name=project.name,
        uid=uid,
        step=step,
        steps=STEPS,
        draft=draft,
        texts=texts,
        roles=[*ROLES[:-1], LABEL, ROLES[-1]],
        systems=[] if evalset is None else list(evalset.systems),
        labels=[] if evalset is None else list(evalset.labels),
        has_originals=evalset is not None and original_languages(evalset) is not None,
        notes=noted,
        protocols=offered,
        contexts=contexts,
        expertises=EXPERTISE,
        checks=CHECKS,
        comes=COMES,
        sum=None if plan is None else sum_of(plan),
        problem=problem,
        preview=preview_of(plan, evalset, project.scale)
        if plan is not None and evalset is not None and step == "preview"
        else [],
        longest_guidelines=LONGEST_GUIDELINES,
        source_language=project.source_language,
        target_language=project.target_language,
    )
