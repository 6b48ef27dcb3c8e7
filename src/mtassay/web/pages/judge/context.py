"""Who judges what: read off an address, with numbers in the place of all that would tell a judge too much."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from fastapi import Depends, Query

from mtassay.errors import Conflict, SettingError
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.judging.context import JudgingScope, queue_number, system_number
from mtassay.store.people.accounts import Role
from mtassay.web.pages.judge.progress_boxes import Box
from mtassay.web.pages.judge.question_view import Feedback, ShownQuestion
from mtassay.web.safety.blind_numbers import BlindNumbers, blind_numbers
from mtassay.web.serving.failures import Refusal
from mtassay.web.serving.routes import Context

if TYPE_CHECKING:
    import sqlalchemy as sa

NUMBER = 2**62
"""Numbers of translations and revisions are below this one."""

_MOST_AHEAD = 50


@dataclass(frozen=True)
class Asked:
    """What an address says of who judges what."""

    system: str
    queue: str
    unknown: bool | None
    recheck: int
    of: str
    seed: int
    judge: str


async def asked(
    system: Annotated[str, Query(max_length=300)] = "",
    queue: Annotated[str, Query(max_length=300)] = "",
    unknown: bool | None = None,
    recheck: Annotated[int, Query(ge=0, le=100_000)] = 0,
    of: Annotated[str, Query(max_length=200)] = "",
    seed: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    judge: Annotated[str, Query(max_length=200)] = "",
) -> Asked:
    """The part of an address that all routes of judging have."""
    return Asked(system, queue, unknown, recheck, of, seed, judge)


AskedFor = Annotated[Asked, Depends(asked)]


@dataclass(frozen=True)
class JudgingContext:
    """Who judges what in which project; `query` is how addresses say it, without names of systems.

    `numbers` are those of translations as this visitor may see them.
    """

    project: Project
    judge: str
    scope: JudgingScope
    round: str
    query: str
    numbers: BlindNumbers

    @property
    def kind(self) -> str:
        """In a word, what is judged: `recheck`, `queue` or `all`."""
        if self.round:
            return "recheck"
        return "queue" if self.scope.queue is not None else "all"

    def address(self, **more: int) -> str:
        """The judging page, `at` a translation or `after` an answer."""
        query = "&".join(part for part in (self.query, urlencode(more)) if part)
        return f"/projects/{self.project.id}/judge" + (f"?{query}" if query else "")

    def blind_question(self, question: ShownQuestion | None) -> ShownQuestion | None:
        """A question with the number that this visitor may see."""
        return None if question is None else replace(question, target=self.numbers.show(question.target))

    def blind_box(self, box: Box) -> Box:
        """A box of the progress bar, likewise."""
        targets = [self.numbers.show(target) for target in box.targets]
        return replace(box, target=self.numbers.show(box.target), targets=targets)

    def blind_feedback(self, feedback: Feedback | None) -> Feedback | None:
        """What came of an answer, likewise."""
        if feedback is None:
            return None
        other = feedback.contradiction
        if other is not None and other.target is not None:
            other = replace(other, target=self.numbers.show(other.target))
        return replace(feedback, target=self.numbers.show(feedback.target), contradiction=other)


def judge_name(context: Context, said: str) -> str:
    """Who judges: on a server with accounts who is signed in; else as the person says, or as the system knows."""
    account = context.visitor.account
    if account is not None:
        if said and said != account.name:
            raise Refusal(
                403,
                "Another judge",
                f"Nothing was done: this is of {said!r}, and you are signed in as {account.name!r}. Sign in as them.",
            )
        return account.name
    name = said.strip() or context.visitor.judge
    if not name.isprintable():
        raise SettingError(f"{name!r} is no name: it has characters that cannot be shown")
    return name


def judging_context(context: Context, connection: "sa.Connection", project: int, asked: Asked) -> JudgingContext:
    """What an address means for this visitor."""
    stored = project_of(connection, project)
    if stored.is_archived:
        raise Conflict(f"{stored.name} is archived, so that nobody judges it; a manager can open it again")
    judge = judge_name(context, asked.judge)
    # a judge who has heard of a system could ask for what it wrote
    by_name = context.visitor.may(Role.MANAGER)
    secret = context.state.secret
    # who sees the database sees its numbers; at somebody's own machine everybody does
    targets = BlindNumbers(None) if by_name else blind_numbers(secret, stored.id, "targets")
    systems = BlindNumbers(None) if context.configuration.is_local else blind_numbers(secret, stored.id, "systems")
    named = _find_numbered(asked.system, systems)
    system = system_number(connection, stored, named, by_name=by_name) if named else None
    queue = queue_number(connection, stored, asked.queue, by_name=by_name) if asked.queue else None
    unknown = system is None if asked.unknown is None else asked.unknown
    whose = (asked.of or judge) if asked.recheck else ""
    scope = JudgingScope(system, queue, unknown, asked.recheck, whose, asked.seed)
    parts: dict[str, str] = {}
    if asked.judge:
        parts["judge"] = judge
    if asked.recheck:
        parts |= {"recheck": str(asked.recheck)} | ({"of": whose} if asked.of else {})
        parts |= {"seed": str(asked.seed)} if asked.seed else {}
    elif queue is not None:
        parts["queue"] = f"~{queue}"
    else:
        parts |= {"system": f"~{systems.show(system)}"} if system is not None else {}
        parts |= {"unknown": "yes" if unknown else "no"} if asked.unknown is not None else {}
    return JudgingContext(stored, judge, scope, scope.round(judge), urlencode(parts), targets)


def _find_numbered(name: str, numbers: BlindNumbers) -> str:
    """`~NUMBER` with the number of the database; names as they are."""
    number = next(numbers_in(name[1:]), None) if name.startswith("~") else None
    return name if number is None else f"~{numbers.find(number)}"


def numbers_in(text: str) -> Iterator[int]:
    """Numbers with commas between; what is none is passed over, and so are more than a page asks for."""
    for part in text.split(",")[:_MOST_AHEAD]:
        if part.isascii() and part.isdecimal() and len(part) < 19:
            yield int(part)
