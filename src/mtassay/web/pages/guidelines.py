"""The guidelines of a project for its judges, and how judging goes there."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form

from mtassay.store.contents.projects import Project, project_of
from mtassay.store.judging.rules import LONGEST_GUIDELINES, JudgingRules, change_rules, judging_rules
from mtassay.store.people.accounts import Role
from mtassay.web.markdown import render_markdown
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Judging")


@dataclass(frozen=True)
class Anchor:
    """A value of the scale in words."""

    value: float
    words: str


@dataclass(frozen=True, kw_only=True)
class Guidelines:
    """What judges are told: `text` is Markdown, `html` what pages show of it. `is_preview` is not stored yet."""

    project_id: int
    project_name: str
    scale: str
    anchors: list[Anchor]
    text: str
    html: str
    is_open: bool
    seed: int
    longest: int
    is_preview: bool


@ROUTES.page("/projects/{project}/guidelines", may=Role.JUDGE, template="guidelines.html")
def guidelines(context: Context, project: int) -> Guidelines:
    """What judges of a project are told."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        rules = judging_rules(connection, stored)
    return _shown(stored, rules)


@ROUTES.form("/projects/{project}/guidelines/preview", may=Role.MANAGER, template="guidelines.html")
def preview_guidelines(
    context: Context,
    project: int,
    text: Annotated[str, Form(max_length=2 * LONGEST_GUIDELINES)] = "",
    is_open: Annotated[bool, Form()] = False,
    seed: Annotated[int, Form(ge=0, lt=2**31)] = 0,
) -> Guidelines:
    """How guidelines would look; nothing is stored."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
    return _shown(stored, JudgingRules(text, is_open, seed), is_preview=True)


@ROUTES.action("/projects/{project}/guidelines", may=Role.MANAGER)
def change_guidelines(
    context: Context,
    project: int,
    text: Annotated[str, Form(max_length=2 * LONGEST_GUIDELINES)] = "",
    is_open: Annotated[bool, Form()] = False,
    seed: Annotated[int, Form(ge=0, lt=2**31)] = 0,
) -> Done[Guidelines]:
    """Let other guidelines and settings hold; the history has the old ones, and an undo brings them back."""
    rules = JudgingRules(text.replace("\r\n", "\n").strip(), is_open, seed)
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        change_rules(connection, stored, rules, context.visitor.name)
    return Done(_shown(stored, rules), f"/projects/{stored.id}/guidelines")


def _shown(project: Project, rules: JudgingRules, *, is_preview: bool = False) -> Guidelines:
    return Guidelines(
        project_id=project.id,
        project_name=project.name,
        scale=project.scale.spec,
        anchors=[Anchor(value, words) for value, words in project.scale.anchors.items()],
        text=rules.guidelines,
        html=render_markdown(rules.guidelines),
        is_open=rules.is_open,
        seed=rules.seed,
        longest=LONGEST_GUIDELINES,
        is_preview=is_preview,
    )
