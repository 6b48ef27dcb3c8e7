"""One file for each group of pages: router functions and the results that templates and the API show."""

from mtassay.web.pages import (
    account,
    accounts,
    add_data,
    api_reference,
    database,
    export,
    guidelines,
    help_page,
    home,
    items,
    jobs,
    judge,
    judge_choice,
    merge,
    projects,
    quick_score,
    sign_in,
    spreadsheet,
    systems,
)
from mtassay.web.routes import Routes

PAGES: tuple[Routes, ...] = (
    home.ROUTES,
    quick_score.ROUTES,
    spreadsheet.ROUTES,
    systems.ROUTES,
    projects.ROUTES,
    add_data.ROUTES,
    database.ROUTES,
    items.ROUTES,
    judge.ROUTES,
    jobs.ROUTES,
    account.ROUTES,
    accounts.ROUTES,
    sign_in.ROUTES,
    api_reference.ROUTES,
    help_page.ROUTES,
    export.ROUTES,
    guidelines.ROUTES,
    judge_choice.ROUTES,
    merge.ROUTES,
)
"""Every group; a page that is not in one of them is not there."""
