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

_PROJECT = re.compile(r"/projects/(\d+)(?:/([a-z-]+))?(?:/.*)?")
_TABS: tuple[tuple[str, str, Role, tuple[str, ...]], ...] = (
    ("Overview", "", Role.MANAGER, ()),
    ("Add data", "add", Role.MANAGER, ()),
    ("Database", "database", Role.MANAGER, ("sources", "merge", "export")),
    ("Systems", "sets", Role.MANAGER, ()),
    ("Compare", "compare", Role.MANAGER, ()),
    ("Campaigns", "campaigns", Role.MANAGER, ()),
    ("Metrics", "metrics", Role.MANAGER, ()),
    ("Statistics", "statistics", Role.MANAGER, ()),
    ("Judge", "judge", Role.JUDGE, ()),
    ("Guidelines", "guidelines", Role.JUDGE, ()),
    ("History", "history", Role.MANAGER, ()),
    ("People", "people", Role.MANAGER, ("invitations",)),
    ("Settings", "settings", Role.MANAGER, ("archive",)),
)
"""The pages of a project: label, part of the address, who sees them, and parts of addresses that belong to them too."""

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
            tabs=_tabs(visitor, path),
        ),
        is_local_server=state.configuration.is_local,
        most_upload_bytes=state.configuration.most_upload_bytes,
        visitor=visitor,
    )
    return HTMLResponse(text.encode("utf-8", "replace"), status)


def _tabs(visitor: Visitor, path: str) -> tuple[NavigationItem, ...]:
    """The row of tabs that every page of a project has."""
    match = _PROJECT.fullmatch(path)
    if match is None:
        return ()
    base, part = f"/projects/{match[1]}", match[2] or ""
    return tuple(
        NavigationItem(label, f"{base}/{own}".rstrip("/"), part == own or part in others)
        for label, own, role, others in _TABS
        if visitor.may(role)
    )
