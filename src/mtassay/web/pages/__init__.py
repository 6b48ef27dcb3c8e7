"""One file for each group of pages: router functions and the results that templates and the API show."""

from mtassay.web.pages import (
    account,
    accounts,
    add_data,
    api_reference,
    help_page,
    home,
    jobs,
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
    jobs.ROUTES,
    account.ROUTES,
    accounts.ROUTES,
    sign_in.ROUTES,
    api_reference.ROUTES,
    help_page.ROUTES,
)
"""Every group; a page that is not in one of them is not there."""
