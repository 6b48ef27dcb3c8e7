"""Taking a name away: somebody wants to be forgotten, and what they said stays. For administrators."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form, Query

from mtassay.errors import SettingError
from mtassay.store.people import forgetting
from mtassay.store.people.accounts import Role
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("People")


@dataclass(frozen=True, kw_only=True)
class Named:
    """Where a name stands; it is the account of whoever asks where `is_own`."""

    name: str
    judgments: int
    comments: int
    events: int
    projects: int
    has_account: bool
    is_known: bool
    is_own: bool


@dataclass(frozen=True)
class ForgetPerson:
    """Everybody who is named, and where one of them is; `forgotten` is the pseudonym of who was forgotten just now."""

    names: list[str]
    chosen: Named | None
    forgotten: str


@dataclass(frozen=True)
class PersonForgotten:
    """What stands in the place of a name, and the revisions that say so."""

    pseudonym: str
    judgments: int
    revisions: list[int]


@ROUTES.page("/accounts/forget", may=Role.ADMINISTRATOR, template="forget_person.html")
def forget_person(
    context: Context,
    name: Annotated[str, Query(max_length=200)] = "",
    forgotten: Annotated[str, Query(max_length=50)] = "",
) -> ForgetPerson:
    """Who is named, and what a name stands at, before it is taken away."""
    with context.database.reading() as connection:
        names = forgetting.known_names(connection)
        traces = forgetting.traces_of(connection, name) if name.isprintable() and name else None
    chosen = None
    if traces is not None:
        chosen = Named(
            name=traces.name,
            judgments=traces.judgments,
            comments=traces.comments,
            events=traces.events,
            projects=traces.projects,
            has_account=traces.has_account,
            is_known=traces.is_known,
            is_own=context.visitor.account is not None and context.visitor.account.name == name,
        )
    return ForgetPerson(list(names), chosen, forgotten if forgotten in names else "")


@ROUTES.action("/accounts/forget", may=Role.ADMINISTRATOR)
def take_name_away(
    context: Context,
    name: Annotated[str, Form(max_length=200)],
    typed: Annotated[str, Form(max_length=200)],
    keeps_comments: Annotated[bool, Form()] = False,
) -> Done[PersonForgotten]:
    """Put a pseudonym in the place of a name, for good; `typed` is the name again, because this cannot be undone."""
    if name != typed:
        raise SettingError("the names differ, so nothing was done; type the name again, as it is written above")
    with context.database.writing() as connection:
        done = forgetting.forget_person(connection, name, context.visitor.name, keeps_comments=keeps_comments)
    result = PersonForgotten(done.pseudonym, done.traces.judgments, list(done.revisions))
    return Done(result, f"/accounts/forget?forgotten={done.pseudonym}")
