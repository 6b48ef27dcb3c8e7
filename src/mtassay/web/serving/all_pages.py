"""Every group of pages; a page that is not in one of them is not there."""

from importlib import import_module

from mtassay.web.serving.routes import Routes

_GROUPS = (
    "home",
    "quick_score",
    "spreadsheet.routes",
    "systems.routes",
    "systems.results",
    "projects.routes",
    "projects.settings",
    "add_data.routes",
    "database.browse",
    "database.restore",
    "items",
    "campaigns.wizard",
    "campaigns.routes",
    "campaigns.late",
    "campaigns.grades",
    "campaigns.results.routes",
    "judge.questions",
    "judge.answers",
    "candidate_set.routes",
    "compare.routes",
    "metrics.routes",
    "statistics.routes",
    "history.routes",
    "archive",
    "jobs",
    "account",
    "accounts",
    "sign_in",
    "api_reference",
    "help_page",
    "export",
    "forget_person",
    "guidelines",
    "judge.choice",
    "merge",
    "people",
    "join",
    "seat.links",
    "seat.crowd",
    "seat.tasks",
    "seat.answers",
)


def _routes_of(group: str) -> Routes:
    routes: Routes = import_module(f"mtassay.web.pages.{group}").ROUTES
    return routes


PAGES: tuple[Routes, ...] = tuple(map(_routes_of, _GROUPS))
