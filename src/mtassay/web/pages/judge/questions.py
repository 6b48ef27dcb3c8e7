"""The judging page: what a judge is asked next, and all that is shown with it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Query

from mtassay.errors import InputError
from mtassay.human.consistency import consistency
from mtassay.human.pace import LONGEST_PAUSE, minutes_left, usual_seconds
from mtassay.human.protocols.base import LegendEntry, legend
from mtassay.store.judging.answers import recent_seconds
from mtassay.store.judging.body import protocol_of
from mtassay.store.judging.context import coming, stops
from mtassay.store.judging.drafts import find_draft
from mtassay.store.judging.questions import ask, rechecked_memory, target_of_judgment
from mtassay.store.judging.rules import JudgingRules, judging_rules
from mtassay.store.people.accounts import Role
from mtassay.web.pages.judge.context import NUMBER, AskedFor, JudgingContext, judging_context, numbers_in
from mtassay.web.pages.judge.progress_boxes import Box, progress_boxes
from mtassay.web.pages.judge.question_view import (
    Feedback,
    ShownQuestion,
    say_saved,
    show_question,
)
from mtassay.web.score_buttons import ScoreButton, score_buttons
from mtassay.web.serving.routes import Context, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Judging")

_AHEAD = 40
"""Numbers of questions that a page has; it keeps twenty of them for when the connection is lost."""


@dataclass(frozen=True)
class RecheckReport:
    """What rechecks say of the scores that were stored before; differences are in points of 10."""

    rechecks: int
    difference: float
    distance: float
    exact: float
    near: float
    old_sser: float
    new_sser: float


@dataclass(frozen=True, kw_only=True)
class Judge:
    """The judging page: the question, what came of the answer before it, and how far the judge is.

    `ahead` are those that come next; where there are more of them, `has_more`.
    """

    project_id: int
    project_name: str
    source_language: str
    target_language: str
    judge: str
    can_rename: bool
    query: str
    kind: str
    is_open: bool
    has_guidelines: bool
    scale: str
    scores: list[ScoreButton]
    low: float
    high: float
    question: ShownQuestion | None
    said: Feedback | None
    number: int | None
    done: int
    total: int
    minutes_left: float | None
    seconds_each: float | None
    next_undone: int | None
    ahead: list[int]
    has_more: bool
    boxes: list[Box]
    report: RecheckReport | None
    legend: list[LegendEntry]
    longest_pause: float


@dataclass(frozen=True, kw_only=True)
class JudgeQuestion:
    """One question, for a page that is open already; None where none of those ahead is open any more.

    `passed` are those ahead that were answered meanwhile, or deleted.
    """

    project_id: int
    source_language: str
    target_language: str
    query: str
    kind: str
    scale: str
    scores: list[ScoreButton]
    low: float
    high: float
    question: ShownQuestion | None
    said: Feedback | None
    legend: list[LegendEntry]
    passed: list[int]


@ROUTES.page("/projects/{project}/judge", may=Role.JUDGE, template="judge/page.html")
def judge(
    context: Context,
    project: int,
    asked: AskedFor,
    at: Annotated[int, Query(ge=0, lt=NUMBER)] = 0,
    after: Annotated[int, Query(ge=0, lt=NUMBER)] = 0,
) -> Judge:
    """What a judge is asked next, or what stands `at` a translation; `after` an answer, what came of it."""
    with context.database.reading() as connection:
        judging = judging_context(context, connection, project, asked)
        rules = judging_rules(connection, judging.project)
        all_stops = stops(connection, judging.project, judging.judge, judging.scope, rules.seed)
        targets = [stop.target for stop in all_stops]
        said = _feedback(connection, judging, after) if after else None
        question = _question(connection, judging, rules, judging.numbers.find(at)) if at else None
        for target in coming(all_stops) if question is None else ():
            question = _question(connection, judging, rules, target)
            if question is not None:  # else it was deleted since the list was made
                break
        current = None if question is None else question.target
        left = [judging.numbers.show(target) for target in coming(all_stops, current)]
        done = sum(stop.is_done for stop in all_stops)
        pace = recent_seconds(connection, judging.project, judging.judge)
        is_over = judging.round and done and question is None
        report = _report(connection, judging) if is_over and _may_compare(context, judging, rules) else None
    return Judge(
        project_id=judging.project.id,
        project_name=judging.project.name,
        source_language=judging.project.source_language,
        target_language=judging.project.target_language,
        judge=judging.judge,
        can_rename=context.configuration.is_local,
        query=judging.query,
        kind=judging.kind,
        is_open=rules.is_open,
        has_guidelines=bool(rules.guidelines.strip()),
        scale=judging.project.scale.spec,
        scores=score_buttons(judging.project.scale),
        low=judging.project.scale.low,
        high=judging.project.scale.high,
        question=judging.blind_question(question),
        said=said,
        number=targets.index(current) + 1 if current in targets else None,
        done=done,
        total=len(all_stops),
        minutes_left=minutes_left(pace, len(all_stops) - done),
        seconds_each=usual_seconds(pace),
        next_undone=left[0] if left else None,
        ahead=left[:_AHEAD],
        has_more=len(left) > _AHEAD,
        boxes=[judging.blind_box(box) for box in progress_boxes(all_stops, current)],
        report=report,
        legend=list(legend(protocol_of(judging.project).keys)),
        longest_pause=LONGEST_PAUSE,
    )


@ROUTES.page("/projects/{project}/judge/question", may=Role.JUDGE, template="judge/question.html")
def judge_question(
    context: Context,
    project: int,
    asked: AskedFor,
    ahead: Annotated[str, Query(max_length=2000, description="Numbers of translations, with commas between")] = "",
    at: Annotated[int, Query(ge=0, lt=NUMBER)] = 0,
    after: Annotated[int, Query(ge=0, lt=NUMBER)] = 0,
) -> JudgeQuestion:
    """The first of some translations that is still open, or the one `at` a number, open or not."""
    passed: list[int] = []
    question = None
    with context.database.reading() as connection:
        judging = judging_context(context, connection, project, asked)
        rules = judging_rules(connection, judging.project)
        if at:
            question = _question(connection, judging, rules, judging.numbers.find(at))
        else:
            for number in numbers_in(ahead):
                question = _question(connection, judging, rules, judging.numbers.find(number), only_open=True)
                if question is not None:
                    break
                passed.append(number)
        said = _feedback(connection, judging, after) if after else None
    scale = judging.project.scale
    return JudgeQuestion(
        project_id=judging.project.id,
        source_language=judging.project.source_language,
        target_language=judging.project.target_language,
        query=judging.query,
        kind=judging.kind,
        scale=scale.spec,
        scores=score_buttons(scale),
        low=scale.low,
        high=scale.high,
        question=judging.blind_question(question),
        said=said,
        legend=list(legend(protocol_of(judging.project).keys)),
        passed=passed,
    )


def _question(
    connection: "sa.Connection", judging: JudgingContext, rules: JudgingRules, target: int, *, only_open: bool = False
) -> ShownQuestion | None:
    asked = ask(connection, judging.project, target, judging.judge, round=judging.round)
    if asked is None or (only_open and judging.scope.is_done(asked)):
        return None
    draft = find_draft(connection, judging.project, judging.judge, target, judging.round)
    return show_question(asked, draft, judging.project.scale, shows_scores=judging.scope.shows_scores(asked, rules))


def _feedback(connection: "sa.Connection", judging: JudgingContext, judgment: int) -> Feedback | None:
    """What is told of an answer that was just given: its own judge, and not in a recheck, which should not be led."""
    if judging.round:
        return None
    target = target_of_judgment(connection, judging.project, judgment)
    asked = None if target is None else ask(connection, judging.project, target, judging.judge)
    if asked is None or asked.own is None or asked.own.judgment != judgment:
        return None
    return judging.blind_feedback(say_saved(asked, judging.judge, judging.project.scale))


def _may_compare(context: Context, judging: JudgingContext, rules: JudgingRules) -> bool:
    """Whether differences from earlier scores may be told: of a single recheck they are somebody's score."""
    return judging.scope.of == judging.judge or rules.is_open or context.visitor.may(Role.MANAGER)


def _report(connection: "sa.Connection", judging: JudgingContext) -> RecheckReport | None:
    scope = judging.scope
    memory = rechecked_memory(connection, judging.project, judging.judge, scope.of, scope.recheck_seed)
    try:
        result = consistency(memory)
    except InputError:  # what was rechecked has been deleted or corrected since
        return None
    accord = result.accord
    return RecheckReport(
        accord.units, accord.difference, accord.distance, accord.exact, accord.near, result.old_sser, result.new_sser
    )
