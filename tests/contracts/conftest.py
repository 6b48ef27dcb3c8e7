"""What several contracts need."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from contracts.report_script import ReportScript

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def script(browser: "Browser") -> Iterator[ReportScript]:
    """The engine of the report's script, in a real browser."""
    context = browser.new_context(offline=True)
    yield ReportScript(context.new_page())
    context.close()
