"""The answer that is a page: a template, the fields of a result, and the frame that every page has."""

import re
from collections.abc import Mapping
from typing import Any

from starlette.responses import HTMLResponse

from mtassay.store.people.accounts import Role
from mtassay.web.rendering import Frame, NavigationItem
from mtassay.web.safety.secret import csrf_token
from mtassay.web.serving.state import ServerState
from mtassay.web.serving.visitor import Visitor

# judging is one kind of work, whatever the project; judges do not come to projects otherwise
_JUDGING = re.compile(r"/projects/\d+/(judge|guidelines)(/.*)?")
NAVIGATION: tuple[tuple[str, str, Role], ...] = (
    ("Quick score", "/score", Role.JUDGE),
    ("Spreadsheet", "/spreadsheet", Role.JUDGE),
    ("Systems", "/systems", Role.JUDGE),
    ("Projects", "/projects", Role.MANAGER),
    ("Judge", "/judge", Role.JUDGE),
    ("Jobs", "/jobs", Role.JUDGE),
    ("Accounts", "/accounts", Role.ADMINISTRATOR),
    ("Help", "/help", Role.JUDGE),
)
"""The main pages: label, address, and who sees them."""


def answer_page(
    state: ServerState,
    visitor: Visitor,
    template: str,
    values: Mapping[str, Any],
    *,
    title: str,
    path: str = "",
    status: int = 200,
    json_address: str | None = None,
) -> HTMLResponse:
    """The page; templates get the fields of a result beside who is looking at it."""
    place = "/judge" if _JUDGING.fullmatch(path) else path
    navigation = tuple(
        NavigationItem(label, address, place == address or place.startswith(f"{address}/"))
        for label, address, role in NAVIGATION
        if visitor.may(role)
    )
    name, judge = (None, None) if visitor.role is None else (visitor.name, visitor.judge)
    csrf = csrf_token(state.secret, visitor.session) if visitor.session else ""
    text = state.templates.get_template(template).render(
        **values,
        csrf=csrf,
        frame=Frame(
            title=title,
            navigation=navigation,
            visitor=name,
            csrf=csrf,
            is_local=visitor.is_local,
            judge=judge,
            json_address=json_address,
        ),
        is_local_server=state.configuration.is_local,
        most_upload_bytes=state.configuration.most_upload_bytes,
        visitor=visitor,
    )
    return HTMLResponse(text.encode("utf-8", "replace"), status)
