"""A page in which a test can import the modules of a report's script, as a browser does."""

from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from mtassay.reports import page as package

SCRIPT = Path(package.__file__).with_name("script")
_ADDRESS = "http://localhost/"


def open_script_page(browser: Browser) -> Page:
    """An empty page; `import("/marks.js")` is the module of that name. Nothing goes over a network."""
    page = browser.new_page()
    page.route("**", _answer)
    page.goto(_ADDRESS)
    return page


def _answer(route: Route) -> None:
    name = route.request.url.removeprefix(_ADDRESS)
    if not name:
        route.fulfill(content_type="text/html; charset=utf-8", body="<!DOCTYPE html><title>script</title>")
    elif name in {path.relative_to(SCRIPT).as_posix() for path in SCRIPT.rglob("*.js")}:
        route.fulfill(content_type="text/javascript; charset=utf-8", body=(SCRIPT / name).read_bytes())
    else:
        route.fulfill(status=404)
