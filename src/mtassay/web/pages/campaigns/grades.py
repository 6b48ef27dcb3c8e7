"""Answers of readers that wait for a grade: right, half right or wrong, for all that gave the same answer."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form, Query

from mtassay.errors import InputError
from mtassay.human.protocols.questions import grade_named
from mtassay.store.campaigns.grades import GivenAnswer, given_answers, grade_answers
from mtassay.store.people.accounts import Role
from mtassay.web.pages.campaigns.chosen import chosen_campaign
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Campaigns")

_MOST_SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class AnswersToGrade:
    """The first answers without a grade, or of all; `waiting` is how many have none."""

    project_id: int
    project_name: str
    campaign_id: int
    campaign_name: str
    target_language: str
    answers: list[GivenAnswer]
    waiting: int
    different: int
    shows_all: bool


@dataclass(frozen=True)
class Graded:
    """How many grades are new, and how many answers have none yet."""

    new: int
    waiting: int


@ROUTES.page("/projects/{project}/campaigns/{number}/grades", may=Role.MANAGER, template="campaigns/grades.html")
def answers_to_grade(
    context: Context, project: int, number: int, graded: Annotated[bool, Query()] = False
) -> AnswersToGrade:
    """Answers to questions, each once however many readers gave it; whose translation they read is not told."""
    with context.database.reading() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        given = given_answers(connection, campaign)
    waiting = [answer for answer in given if answer.grade is None]
    return AnswersToGrade(
        project_id=stored.id,
        project_name=stored.name,
        campaign_id=campaign.id,
        campaign_name=campaign.name,
        target_language=stored.target_language,
        answers=given if graded else waiting[:_MOST_SHOWN],
        waiting=len(waiting),
        different=len(given),
        shows_all=graded,
    )


@ROUTES.action("/projects/{project}/campaigns/{number}/grades", may=Role.MANAGER)
def grade(
    context: Context,
    project: int,
    number: int,
    questions: Annotated[list[int] | None, Form()] = None,
    answers: Annotated[list[str] | None, Form()] = None,
    grades: Annotated[list[str] | None, Form()] = None,
    graded: Annotated[bool, Form()] = False,
) -> Done[Graded]:
    """Grade answers: `questions`, `answers` and `grades` side by side, right, half or wrong; empty leaves one alone."""
    given, said, marks = questions or [], answers or [], grades or []
    if not len(given) == len(said) == len(marks):
        raise InputError(f"{len(given)} questions, {len(said)} answers, {len(marks)} grades; give as many of each")
    chosen = [
        (question, answer, grade_named(mark)) for question, answer, mark in zip(given, said, marks, strict=True) if mark
    ]
    if not chosen:
        raise InputError("no grade was chosen; say of an answer whether it is right, half right or wrong")
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        new = grade_answers(connection, campaign, chosen, context.visitor.name)
        waiting = sum(answer.grade is None for answer in given_answers(connection, campaign))
    more = "?graded=true" if graded else ""
    return Done(Graded(new, waiting), f"/projects/{stored.id}/campaigns/{campaign.id}/grades{more}")
