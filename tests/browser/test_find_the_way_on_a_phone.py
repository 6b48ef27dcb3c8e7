"""The main pages are all to be seen in the top bar, also on a phone, and also without script."""

import pytest
from playwright.sync_api import Browser
from workbench import Workbench


@pytest.mark.parametrize("has_script", [True, False])
@pytest.mark.parametrize("width", [320, 360, 700, 960])
def test_every_main_page_is_in_view(shared_server: Workbench, browser: Browser, width: int, has_script: bool) -> None:
    context = browser.new_context(viewport={"width": width, "height": 640}, java_script_enabled=has_script)
    page = context.new_page()
    page.goto(f"{shared_server.url}/score")
    links = page.get_by_role("navigation", name="Main").get_by_role("link").all()
    assert [link.inner_text() for link in links][-1] == "Help"
    for link in links:
        place = link.bounding_box()
        assert place is not None
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
    bar = page.locator(".topbar").evaluate("bar => [bar.scrollWidth, bar.clientWidth]")
    assert bar[0] <= bar[1]
    context.close()
