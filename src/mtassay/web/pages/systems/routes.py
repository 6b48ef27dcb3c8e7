"""Systems: files in, which text is what, and a comparison with intervals and p-values."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import File, Form, UploadFile

from mtassay.checks.base import check
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import MtassayError
from mtassay.significance.paired_test import TESTS
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import add_job
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.metric_choice import OfferedMetric, offered_metrics
from mtassay.web.pages.systems.comparing import MOST_DRAWS, Comparing, choose_plan, guess_comparison
from mtassay.web.pages.systems.kept import KeptComparison, kept_comparisons, read_comparison
from mtassay.web.pages.systems.view import FindingView, view_findings
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.uploads import Upload, clean_name
from mtassay.web.system_sets import (
    MOST_FILES,
    ROLES,
    SystemSet,
    check_shape,
    chosen_names,
    forget_set,
    join_set,
    keep_set,
    kept_sets,
    problems,
    read_set,
    try_to_join,
)

ROUTES = Routes("Systems")
KIND = "compare_systems"
_SHOWN_ROWS = 5
_MOST_CHECKED = 20_000
_MOST_CHECKED_CHARACTERS = 2_000_000
"""Segments and characters of all systems that are checked while somebody waits; more are checked by the job."""


@dataclass(frozen=True)
class KeptSet:
    """Files that were brought together, called after the first; when they came, and when they are forgotten."""

    uid: str
    name: str
    created: datetime
    expires: datetime


@dataclass(frozen=True)
class SystemsStart:
    """How much is taken, what was brought in the last day, and the comparisons that are kept of whoever asks."""

    most_files: int
    sets: list[KeptSet]
    comparisons: list[KeptComparison]
    who: str


@dataclass(frozen=True)
class ChosenText:
    """A text of the set, and what it is taken for; `problem` says why it does not belong to the others."""

    file: str
    column: str | None
    role: str
    name: str
    lines: int
    problem: str


@dataclass(frozen=True)
class PreviewText:
    """A text beside others: what it is, and its first lines; None where the file has none."""

    title: str
    role: str
    lines: list[str | None]


@dataclass(frozen=True)
class OfferedTest:
    """A test that can be chosen."""

    name: str
    title: str


@dataclass(frozen=True, kw_only=True)
class SystemsSet:
    """What is to be compared: texts, choices and a look at them. `problem` says why it cannot be compared yet.

    `findings` of checks are None where there is no test set, or so much text that only the job looks at it.
    """

    uid: str
    texts: list[ChosenText]
    roles: list[str]
    choices: Comparing
    systems: list[str]
    baseline: str
    segments: int
    references: str
    test: str
    preview: list[PreviewText]
    metrics: list[OfferedMetric]
    tests: list[OfferedTest]
    most_draws: int
    problem: str
    notes: list[str]
    findings: list[FindingView] | None


@dataclass(frozen=True)
class ForgottenSet:
    """What is not kept any more."""

    uid: str


@ROUTES.page("/systems", may=Role.JUDGE, template="systems/page.html")
def systems(context: Context) -> SystemsStart:
    """Where systems are brought to be compared."""
    sets = [
        KeptSet(file.uid, file.name, file.created, file.expires) for file in kept_sets(context.database, context.owner)
    ]
    with context.database.reading() as connection:
        comparisons = kept_comparisons(connection, context.owner)
    return SystemsStart(MOST_FILES, sets, comparisons, context.visitor.name)


@ROUTES.action("/systems", may=Role.JUDGE)
def bring_systems(context: Context, files: Annotated[list[UploadFile] | None, File()] = None) -> Done[SystemsSet]:
    """Send files: references, outputs of systems, perhaps sources and documents. They are kept for a day."""
    uploads = [Upload(clean_name(file.filename), file.file.read()) for file in files or () if file.filename]
    system_set = keep_set(context.database, context.owner, uploads)
    return Done(_look_at(system_set, guess_comparison(system_set)), f"/systems/{system_set.uid}")


@ROUTES.page("/systems/{uid}", may=Role.JUDGE, template="systems/set.html")
def systems_set(context: Context, uid: str, result: str = "") -> SystemsSet:
    """The texts of a set, and what they seem to be; of a comparison, what was chosen for it."""
    system_set = read_set(context.database, context.owner, uid)
    choices = guess_comparison(system_set)
    if result:
        with context.database.reading() as connection:
            _, known = read_comparison(connection, context.owner, result)
        if known["set"] == uid:
            choices = Comparing.model_validate(known["choices"])
    return _look_at(system_set, choices)


@ROUTES.form("/systems/{uid}", may=Role.JUDGE, template="systems/set.html")
def choose_systems(context: Context, uid: str, choices: Annotated[Comparing, Form()]) -> SystemsSet:
    """The same with other choices; without roles, those that the texts seem to have."""
    system_set = read_set(context.database, context.owner, uid)
    completed = _complete(system_set, choices)
    check_shape(system_set, completed)
    return _look_at(system_set, completed)


@ROUTES.action("/systems/{uid}/compare", may=Role.JUDGE)
def compare_systems(context: Context, uid: str, choices: Annotated[Comparing, Form()]) -> Done[JobRow]:
    """Begin the comparison; what it finds is kept, and the result of the job says under which uid."""
    system_set = read_set(context.database, context.owner, uid)
    completed = _complete(system_set, choices)
    evalset = join_set(system_set, completed)
    choose_plan(evalset, completed)  # what would be refused is refused now
    return _begin(context, uid, completed, list(evalset.systems))


@ROUTES.action("/systems/results/{uid}/all-pairs", may=Role.JUDGE)
def compare_all_pairs(context: Context, uid: str) -> Done[JobRow]:
    """Make another comparison of the same files, with every system against every other."""
    with context.database.reading() as connection:
        _, known = read_comparison(connection, context.owner, uid)
    read_set(context.database, context.owner, known["set"])  # which is refused where its day is over
    choices = Comparing.model_validate({**known["choices"], "all_pairs": True})
    return _begin(context, known["set"], choices, known["view"]["systems"])


@ROUTES.action("/systems/{uid}/forget", may=Role.JUDGE)
def forget_systems(context: Context, uid: str) -> Done[ForgottenSet]:
    """Forget the files of a set at once; comparisons of them stay until they are deleted."""
    forget_set(context.database, context.owner, uid)
    return Done(ForgottenSet(uid), "/systems")


def _begin(context: Context, uid: str, choices: Comparing, names: list[str]) -> Done[JobRow]:
    title = f"Compare {', '.join(names)}" if len(names) <= 3 else f"Compare {len(names)} systems"
    arguments = {"set": uid, "choices": choices.model_dump(), "result": secrets.token_hex(16)}
    with context.database.writing() as connection:
        job = add_job(connection, KIND, context.owner, title, arguments)
    return Done(job_row(job), f"/systems/results/{arguments['result']}")


def _complete(system_set: SystemSet, choices: Comparing) -> Comparing:
    """Choices with the guesses for what programs left out."""
    if choices.roles:
        return choices
    guessed = guess_comparison(system_set)
    return choices.model_copy(update={"roles": guessed.roles, "names": guessed.names})


def _look_at(system_set: SystemSet, choices: Comparing) -> SystemsSet:
    evalset, problem, notes = try_to_join(system_set, choices)
    test = ""
    if evalset is not None:
        try:
            # a baseline that was renamed or left out is one that is not chosen yet
            known = choices if choices.baseline in evalset.systems else choices.model_copy(update={"baseline": ""})
            test = choose_plan(evalset, known)[2].title
        except MtassayError as error:
            problem = str(error)
    texts = system_set.texts
    told = problems(system_set, choices)
    names = chosen_names(choices) if evalset is None else list(evalset.systems)
    return SystemsSet(
        uid=system_set.uid,
        texts=[
            ChosenText(
                text.part.shown,
                text.part.column.name.strip() if text.is_column else None,
                role,
                name,
                len(text.part.table),
                told.get(number, ""),
            )
            for number, (text, role, name) in enumerate(zip(texts, choices.roles, choices.names, strict=True))
        ],
        roles=list(ROLES),
        choices=choices,
        systems=names,
        baseline=choices.baseline if choices.baseline in names else next(iter(names), ""),
        segments=0 if evalset is None else len(evalset),
        references=_references(evalset),
        test=test,
        preview=_preview(system_set, choices),
        metrics=offered_metrics(),
        tests=[OfferedTest(name, kind.title) for name, kind in TESTS.items()],
        most_draws=MOST_DRAWS,
        problem=problem,
        notes=notes,
        findings=_findings(evalset),
    )


def _references(evalset: EvalSet | None) -> str:
    return "" if evalset is None or evalset.references is None else evalset.references.per_segment


def _preview(system_set: SystemSet, choices: Comparing) -> list[PreviewText]:
    """The first lines of every text that is used, in the order in which one reads them."""
    shown = [
        (
            ROLES.index(role),
            PreviewText(name if role == "system" else role, role, list(text.part.column.texts[:_SHOWN_ROWS])),
        )
        for text, role, name in zip(system_set.texts, choices.roles, choices.names, strict=True)
        if role != "unused"
    ]
    return [text for _, text in sorted(shown, key=lambda pair: pair[0])]


def _findings(evalset: EvalSet | None) -> list[FindingView] | None:
    if evalset is None or len(evalset) * len(evalset.systems) > _MOST_CHECKED:
        return None
    if sum(len(text) for output in evalset.systems.values() for text in output) > _MOST_CHECKED_CHARACTERS:
        return None
    return view_findings(check(evalset))
