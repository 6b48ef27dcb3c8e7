"""One file for each group of pages: router functions and the results that templates and the API show."""

from mtassay.web.pages import (
    account,
    accounts,
    add_data,
    api_reference,
    guidelines,
    help_page,
    home,
    jobs,
    judge,
    judge_choice,
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
    judge_choice.ROUTES,
    judge.ROUTES,
    guidelines.ROUTES,
    jobs.ROUTES,
    account.ROUTES,
    accounts.ROUTES,
    sign_in.ROUTES,
    api_reference.ROUTES,
    help_page.ROUTES,
)
"""Every group; a page that is not in one of them is not there."""
