"""What went wrong, as a page or as JSON: the one table from errors to statuses."""

import logging
import re
import secrets
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from mtassay.errors import (
    Conflict,
    InputError,
    MissingExtra,
    MtassayError,
    NotFound,
    OutputError,
    SettingError,
    StorageError,
)
from mtassay.human.protocols.base import BodyError
from mtassay.web.serving.page_answer import answer_page
from mtassay.web.serving.state import ServerState
from mtassay.web.serving.visitor import Visitor
from mtassay.web.words.catalogue import words_of

LOG = logging.getLogger("mtassay.web")

STATUSES: Mapping[type[MtassayError], tuple[int, str]] = {
    InputError: (422, "The data cannot be used"),
    SettingError: (400, "This cannot be chosen"),
    MissingExtra: (501, "Not installed"),
    NotFound: (404, "Not found"),
    Conflict: (409, "Not done"),
    StorageError: (503, "The database cannot be used"),
    OutputError: (507, "The result cannot be written"),
    MtassayError: (400, "Not done"),
}


class Refusal(Exception):
    """A request that is not answered: status, what was not done, and why; programs get the `details` too."""

    def __init__(self, status: int, title: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.title = title
        self.message = message
        self.details = details


class WordedRefusal(Refusal):
    """One whose title and message are in the language of the reader already."""


_FOR_JUDGES = re.compile(r"/(?:seat|j|c)(?:/.*)?")
"""Addresses whose readers came by a link to a seat, and may read another language than ours."""
_SECRET = re.compile(r"^/(j|c|join)/.+")
"""Addresses with a secret behind them."""


def wants_json(request: Request) -> bool:
    """Whether a script of ours asks for a result, and not for a page."""
    return request.headers.get("accept", "").startswith("application/json")


def answer_failure(
    state: ServerState,
    path: str,
    visitor: Visitor,
    error: Refusal | MtassayError,
    *,
    is_form: bool,
    as_json: bool = False,
) -> Response:
    """The answer that says what went wrong; where a form was sent, also how to get back to it."""
    details = error.details if isinstance(error, Refusal) else None
    if isinstance(error, Refusal):
        status, title, message = error.status, error.title, error.message
    else:
        status, title = next(answer for kind, answer in STATUSES.items() if isinstance(error, kind))
        message = str(error)
    if isinstance(error, BodyError):  # people see where it is, programs do not
        message, details = error.problem, {"pointer": error.pointer}
    is_for_judges = _FOR_JUDGES.fullmatch(path) is not None
    if is_for_judges and isinstance(error, BodyError):  # by the number that the database knows a text by
        details = None
    words = words_of(visitor.language)
    if is_for_judges and not isinstance(error, WordedRefusal):
        known = status if f"failure.{status}" in words.entries else 400 if status < 500 else 500
        title, message = words(f"failure.{known}.title"), words(f"failure.{known}")
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 and not is_for_judges else {}
    if as_json or path.startswith("/api/"):
        said = {"title": title, "message": _clean(message), **({} if details is None else {"details": details})}
        return JSONResponse({"error": said}, status, headers)
    values = {"title": title, "message": _sentence(message), "status": status, "is_form": is_form, "words": words}
    template = "seat/failure.html" if is_for_judges else "failure.html"
    page = answer_page(state, visitor, template, values, title=title, status=status)
    page.headers.update(headers)
    return page


def install(app: FastAPI, state: ServerState) -> None:
    """Answer errors of all routes."""

    def answer(request: Request, error: Refusal | MtassayError) -> Response:
        visitor: Visitor = request.state.visitor
        is_form = request.method == "POST"
        return answer_failure(state, request.url.path, visitor, error, is_form=is_form, as_json=wants_json(request))

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        visitor: Visitor = request.state.visitor
        is_page = request.method == "GET" and not request.url.path.startswith("/api/")
        if error.status == 401 and visitor.role is None and is_page and not _FOR_JUDGES.fullmatch(request.url.path):
            from urllib.parse import quote

            return RedirectResponse(f"/sign-in?next={quote(request.url.path, safe='')}", 303)
        return answer(request, error)

    @app.exception_handler(MtassayError)
    async def failed(request: Request, error: MtassayError) -> Response:
        return answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def not_valid(request: Request, error: RequestValidationError) -> Response:
        return answer(request, Refusal(422, "Not understood", _describe(error.errors())))

    @app.exception_handler(HTTPException)
    async def unknown(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, Refusal):  # FastAPI hides what stopped it from reading the body
            return answer(request, error.__cause__)
        titles = {404: "Not found", 405: "Not possible here", 400: "Not understood"}
        messages = {
            404: "There is nothing at this address.",
            405: f"{request.method} is not supported at this address.",
            400: "The request is broken. Send it again.",
        }
        title = titles.get(error.status_code, "Not done")
        message = messages.get(error.status_code, str(error.detail))
        response = answer(request, Refusal(error.status_code, title, message))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        number = secrets.token_hex(4)
        path = _SECRET.sub(r"/\1/…", request.url.path)
        LOG.exception("fault %s at %s %s", number, request.method, path, exc_info=error)
        return answer(
            request,
            Refusal(
                500,
                "A fault in mtassay",
                f"Nothing of this step was saved. Its details are in the server's log under {number}; "
                "tell the developers what you did.",
            ),
        )


def _describe(errors: Any) -> str:
    """What is wrong with a request, in words: the first few fields."""
    parts = []
    for error in list(errors)[:5]:
        where = ".".join(str(part) for part in error.get("loc", ()) if part not in ("body", "query", "path"))
        parts.append(f"{where}: {error.get('msg', 'not valid')}" if where else str(error.get("msg", "not valid")))
    return "; ".join(parts) or "The request is not valid."


def _clean(message: str) -> str:
    """JSON can hold any text but halves of characters, which file names may have."""
    return message.encode("utf-8", "replace").decode()


def _sentence(message: str) -> str:
    cleaned = _clean(message)
    # the name of a file stays as it is
    start = cleaned[:1].upper() if cleaned.partition(" ")[0].isalpha() else cleaned[:1]
    return start + cleaned[1:] + ("" if cleaned.endswith((".", "?", "!")) else ".")
