"""How a page is declared: a function that returns a result, shown by a template, and its twin in the API.

Nothing can be declared without saying who may ask for it.
"""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, Union, get_args, get_origin
from urllib.parse import quote

from fastapi import APIRouter, Body, Depends, Request, UploadFile, params
from fastapi.encoders import jsonable_encoder
from pydantic import FailFast, TypeAdapter
from starlette.responses import JSONResponse, RedirectResponse, Response

from mtassay.store.contents.projects import Project, project_of, projects, unknown_project
from mtassay.store.database import Database
from mtassay.store.people.accounts import Role
from mtassay.web.figures import Figures
from mtassay.web.safety.secret import token_matches
from mtassay.web.serving.configuration import Configuration
from mtassay.web.serving.failures import Refusal, wants_json
from mtassay.web.serving.large_fields import LargeFieldsRoute
from mtassay.web.serving.page_answer import answer_page
from mtassay.web.serving.state import ServerState
from mtassay.web.serving.visitor import LinkRole, Visitor

if TYPE_CHECKING:
    import sqlalchemy as sa

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

API = "/api/v1"
_FORM_OF_ANSWER = "as"
"""The field of an address that asks for JSON instead of the page."""


@dataclass(frozen=True)
class Context:
    """What a router function needs beside its arguments: who is asking, and the server they ask."""

    request: Request
    state: ServerState
    visitor: Visitor

    @classmethod
    def of(cls, request: Request) -> "Context":
        """Of a request that passed the gate."""
        return cls(request, request.app.state.server, request.state.visitor)

    @property
    def database(self) -> Database:
        """Where everything is kept."""
        return self.state.database

    @property
    def figures(self) -> Figures:
        """What is known of projects, and computes more."""
        return self.state.figures

    @property
    def configuration(self) -> Configuration:
        """How the server was started."""
        return self.state.configuration

    @property
    def owner(self) -> str:
        """Whose jobs and files are meant."""
        return self.visitor.owner

    def project(self, connection: "sa.Connection", number: int) -> Project:
        """A project that is named elsewhere than in the path, where whoever asks may know of it."""
        if not self.visitor.sees(number):
            raise unknown_project(number)
        return project_of(connection, number)

    def projects(self, connection: "sa.Connection", *, archived: bool = False) -> tuple[Project, ...]:
        """All projects that whoever asks may know of, the oldest first; archived ones only where they are wanted."""
        all_projects = projects(connection, archived=archived)
        return tuple(project for project in all_projects if self.visitor.sees(project.id))


@dataclass(frozen=True)
class Done(Generic[T]):
    """Something was changed: what came of it, and the page that shows it.

    `cookie` is a Set-Cookie header, for signing in and out.
    """

    result: T
    location: str
    cookie: str | None = None


@dataclass(frozen=True)
class Download:
    """A file for the person: always as an attachment, whatever is in it."""

    content: bytes
    name: str
    media_type: str = "application/octet-stream"

    def response(self) -> Response:
        """As browsers should take it; the plain name is for old ones."""
        plain = re.sub(r"[^A-Za-z0-9._-]+", "_", self.name)[-100:] or "file"
        full = quote(self.name.encode("utf-8", "replace").decode(), safe="")
        disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{full}"
        return Response(self.content, media_type=self.media_type, headers={"Content-Disposition": disposition})


class Routes:
    """The routes of one group of pages, and of their twins."""

    def __init__(self, tag: str) -> None:
        self.pages: APIRouter = APIRouter(include_in_schema=False, route_class=LargeFieldsRoute)
        self.api: APIRouter = APIRouter(prefix=API, tags=[tag])

    @staticmethod
    def allow(role: Role | LinkRole | None) -> Any:
        """The same rule for a route that is declared by hand."""
        return Depends(_allow(role))

    def page(self, path: str, *, may: Role | LinkRole | None, template: str, twin: bool = True) -> Callable[[F], F]:
        """Something to look at: GET."""
        return self._declare("GET", path, may, template, twin)

    def form(self, path: str, *, may: Role | LinkRole | None, template: str, twin: bool = True) -> Callable[[F], F]:
        """A form whose answer is a page, and nothing is changed: POST."""
        return self._declare("POST", path, may, template, twin)

    def action(self, path: str, *, may: Role | LinkRole | None, twin: bool = True) -> Callable[[F], F]:
        """A change, which returns `Done`: POST, and then the page that it names, or the result for our own scripts."""
        return self._declare("POST", path, may, None, twin)

    def door(self, path: str, *, may: Role | LinkRole | None) -> Callable[[F], F]:
        """An address that only leads on, and changes nothing that is stored: GET, returns `Done`."""
        return self._declare("GET", path, may, None, False)

    def download(self, path: str, *, may: Role | LinkRole | None, twin: bool = True) -> Callable[[F], F]:
        """A file, returned as `Download`: GET."""
        return self._declare("GET", path, may, None, twin)

    def program(self, method: str, path: str, *, may: Role | LinkRole | None) -> Callable[[F], F]:
        """The API's side of a page, where what people type is not what programs would send."""

        def declare(function: F) -> F:
            self._declare_twin(function, method, path, may)
            return function

        return declare

    def _declare(
        self, method: str, path: str, may: Role | LinkRole | None, template: str | None, twin: bool
    ) -> Callable[[F], F]:
        def declare(function: F) -> F:
            title = function.__name__.replace("_", " ").capitalize()
            checks = [Depends(_allow(may)), *([Depends(_check_token)] if method == "POST" else [])]
            self.pages.add_api_route(
                path,
                _page_endpoint(function, template, title, has_json=twin and method == "GET" and template is not None),
                methods=[method],
                dependencies=checks,
                name=function.__name__,
            )
            if twin:
                self._declare_twin(function, method, path, may)
            return function

        return declare

    def _declare_twin(self, function: Callable[..., Any], method: str, path: str, may: Role | LinkRole | None) -> None:
        self.api.add_api_route(
            path,
            _api_endpoint(function),
            methods=[method],
            dependencies=[Depends(_allow(may))],
            name=f"api_{function.__name__}",
            summary=function.__name__.replace("_", " ").capitalize(),
            description=inspect.getdoc(function),
            response_model=_model(function),
            operation_id=function.__name__ if method == "GET" else f"{function.__name__}_{method.lower()}",
            responses=_FAILURES,
        )


_FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"description": description}
    for status, description in (
        (400, "Something that cannot be chosen"),
        (401, "No key, or one that is not valid"),
        (403, "The role of the key does not allow it"),
        (404, "Not there, or not yours"),
        (409, "Contradicts what is stored"),
        (413, "Too large"),
        (422, "Data that cannot be used, and why"),
        (501, "An optional package is not installed"),
        (503, "The database cannot be used"),
    )
}


def _allow(role: Role | LinkRole | None) -> Callable[[Request], Any]:
    async def allow(request: Request) -> None:
        visitor: Visitor = request.state.visitor
        if visitor.may(role):
            if "project" in request.path_params:
                _check_project(visitor, str(request.path_params["project"]))
            return
        if visitor.is_stranger or role is LinkRole.SEAT:
            raise Refusal(401, "Not signed in", "This page needs an account. Sign in, and it opens.")
        raise Refusal(403, "Not allowed", f"This needs the role {role}; yours is {visitor.role}.")

    allow.needed_role = role  # type: ignore[attr-defined]  # read by whoever lists the routes
    return allow


def _check_project(visitor: Visitor, text: str) -> None:
    """Refuse a project that somebody was not let into as one that is not there: nobody learns which there are."""
    # one spelling of a number alone, so that this reads it as whatever comes after
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else None
    if number is None or not visitor.sees(number):
        raise unknown_project(text[:20])


async def _check_token(request: Request) -> None:
    """Refuse a form that no page of this session made."""
    token = request.headers.get("x-csrf-token") or (await request.form()).get("csrf")
    state: ServerState = request.app.state.server
    if not isinstance(token, str) or not token_matches(state.secret, request.state.visitor.session, token):
        raise Refusal(
            403, "Form out of date", "Nothing was done: the page was opened in another session. Load it again."
        )


def _page_endpoint(
    function: Callable[..., Any], template: str | None, title: str, *, has_json: bool
) -> Callable[..., Any]:
    @cache
    def model() -> TypeAdapter[Any]:
        return TypeAdapter(_model(function))

    def endpoint(request: Request, **values: Any) -> Response:
        context = Context.of(request)
        result = function(context, **values)
        if has_json and (request.query_params.get(_FORM_OF_ANSWER) == "json" or wants_json(request)):
            return Response(model().dump_json(result), media_type="application/json")
        if isinstance(result, Download):
            return result.response()
        if isinstance(result, Done) and wants_json(request):
            return JSONResponse(jsonable_encoder(result.result))
        if isinstance(result, Done):
            response = RedirectResponse(result.location, 303)
            if result.cookie is not None:
                response.headers["Set-Cookie"] = result.cookie
            return response
        shown = {field.name: getattr(result, field.name) for field in fields(result)}
        assert template is not None
        return answer_page(
            context.state,
            context.visitor,
            template,
            shown,
            title=title,
            path=request.url.path,
            json_address=_json_address(request) if has_json else None,
        )

    return _signed(endpoint, _parameters(function))


def _json_address(request: Request) -> str:
    """Where a person who is signed in finds what this page shows, as programs get it from the page's twin."""
    url = request.url.include_query_params(**{_FORM_OF_ANSWER: "json"})
    return f"{url.path}?{url.query}"


def _api_endpoint(function: Callable[..., Any]) -> Callable[..., Any]:
    def endpoint(request: Request, **values: Any) -> Any:
        result = function(Context.of(request), **values)
        if isinstance(result, Download):
            return result.response()
        return result.result if isinstance(result, Done) else result

    parameters = _parameters(function)
    if not any(_takes_files(parameter) for parameter in parameters):
        parameters = [_as_body(parameter) for parameter in parameters]
    return _signed(endpoint, parameters)


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Those that come from the request: all but the context, which is the first."""
    parameters = list(inspect.signature(function, eval_str=True).parameters.values())
    return [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters[1:]]


def _signed(endpoint: Callable[..., Any], parameters: Sequence[inspect.Parameter]) -> Callable[..., Any]:
    request = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request)
    endpoint.__signature__ = inspect.Signature([request, *parameters])  # type: ignore[attr-defined]
    return endpoint


def _takes_files(parameter: inspect.Parameter) -> bool:
    return UploadFile in _types(parameter.annotation)


def _types(annotation: Any) -> set[Any]:
    parts = get_args(annotation)
    return {annotation}.union(*(_types(part) for part in parts if isinstance(part, type) or get_args(part)))


def _as_body(parameter: inspect.Parameter) -> inspect.Parameter:
    """What a form sends as fields, programs send as JSON."""
    if get_origin(parameter.annotation) is not Annotated:
        return parameter
    kind, *marks = get_args(parameter.annotation)
    changed = [Body() if isinstance(mark, params.Form) else mark for mark in marks]
    return parameter.replace(annotation=Annotated[_failing_fast(kind), *changed])


class _FirstFault(FailFast):
    """Pydantic's mark, where it can be part of a union, whose parts are told apart by their hashes."""

    __hash__ = object.__hash__


def _failing_fast(kind: Any) -> Any:
    """The same type, of whose lists the first wrong entry is told: to tell of a million takes minutes."""
    if get_origin(kind) is list:
        return Annotated[list[_failing_fast(get_args(kind)[0])], _FirstFault()]  # type: ignore[misc]
    if get_origin(kind) in (Union, UnionType):
        return Union[tuple(map(_failing_fast, get_args(kind)))]  # noqa: UP007  # of types that are known only now
    return kind


def _model(function: Callable[..., Any]) -> Any:
    """What the API answers with."""
    returned = inspect.signature(function, eval_str=True).return_annotation
    if returned is Download:
        return None
    return get_args(returned)[0] if get_origin(returned) is Done else returned
