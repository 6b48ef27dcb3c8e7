"""Reports of one system, equal systems, few segments, training runs and hostile text: all can be explored."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.reports.settled import at_rest, settled
from playwright.sync_api import Browser, Page, expect
from processes import run

SERIOUS = ("serious", "critical")
WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "house",
    "tree",
    "runs",
    "sits",
    "sees",
    "42",
    "and",
    "or",
    "not",
    "red",
    "blue",
    "3,000",
    "green",
    "old",
    "new",
]
LONG = "transformer_big_ensemble_of_eight"
HOSTILE = [
    "</script><script>alert(1)</script>",
    "\u202eright\u202c to left",
    "x\x1ey\x1fz",
    "<!-- <b>",
    "'\"&",
]


def sentences(count: int, seed: int) -> list[str]:
    """Numbers of a simple generator choose words, so that systems differ a little from their reference."""
    made = []
    for number in range(count):
        state = number * 7919 + seed
        size = 4 + number % 9
        made.append(" ".join(WORDS[(state + place * (place + 3)) % len(WORDS)] for place in range(size)))
    return made


def spoilt(lines: list[str], every: int) -> list[str]:
    return [
        line.replace("the", "a").replace("cat", "cats") if number % every else line[::-1]
        for number, line in enumerate(lines)
    ]


def opened(browser: Browser, folder: Path, systems: dict[str, list[str]], references: list[str]) -> Page:
    (folder / "reference.txt").write_bytes("".join(f"{line}\n" for line in references).encode())
    arguments = []
    for number, (name, lines) in enumerate(systems.items()):
        path = folder / f"{number}.txt"
        path.write_bytes("".join(f"{line}\n" for line in lines).encode())
        arguments.append(f"{name.rstrip('*')}={path}")
    report = folder / "report.html"
    done = run(
        "report", "-q", "-r", str(folder / "reference.txt"), *arguments, "-m", "chrf", "-m", "ter", "-o", str(report)
    )
    assert done.returncode == 0, done.stderr
    page = browser.new_context(offline=True, viewport={"width": 1280, "height": 900}).new_page()
    page.on("pageerror", lambda error: page.evaluate("text => { document.title = text; }", f"error: {error}"))
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.goto(report.as_uri())
    settled(page)
    return page


CUT_SCORES = """() => [...document.querySelectorAll(".seglist table")]
  .filter((table) => table.getBoundingClientRect().right > table.parentElement.getBoundingClientRect().right + 1)
  .map((table) => table.textContent)"""


def assert_sound(page: Page) -> None:
    """Nothing broke, and nothing is out of reach."""
    at_rest(page)
    assert not page.evaluate(CUT_SCORES)
    assert not page.title().startswith("error")
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    serious = [violation for violation in violations if violation["impact"] in SERIOUS]
    assert not [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in serious]
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


def explore(page: Page, line: str, column: int) -> str:
    """From a number of the errors to its segments and to a filter; what the bar says then."""
    page.locator(f"[data-table='errors/Error classes'] [data-line={line}] button").nth(column).click()
    expect(page.locator("[data-listed]")).to_be_visible()
    settled(page)
    count = page.locator("[data-list] [role=status]").inner_text().split()[0]
    page.get_by_role("button", name="Filter by this").click()
    status = page.locator("[data-filter-status]")
    settled(page)
    expect(status).to_contain_text("looks at outputs")
    assert status.inner_text().startswith(f"{count} of ")
    return page.get_by_label("Only segments where").input_value()


def test_one_system(browser: Browser, tmp_path: Path) -> None:
    references = sentences(60, 1)
    page = opened(browser, tmp_path, {"only": spoilt(references, 4)}, references)
    assert explore(page, "lexical", 0) == "errors.lexical(only) > 0"
    expect(page.locator("[data-scores] .range")).to_have_count(2)  # of the heads: what looks at outputs has no interval
    expect(page.get_by_role("button", name="Swap systems")).to_have_count(0)
    expect(page.locator("[data-scatter]")).to_have_count(0)
    for key in "mx][jl":
        page.keyboard.press("Escape")
        page.keyboard.press(key)
    assert_sound(page)


def test_equal_systems(browser: Browser, tmp_path: Path) -> None:
    references = sentences(60, 2)
    outputs = spoilt(references, 5)
    page = opened(browser, tmp_path, {"one": outputs, "other": outputs}, references)
    expect(page.locator("[data-histogram] [role=button]")).to_have_count(0)
    explore(page, "lexical", 1)
    page.get_by_role("button", name="Swap systems").click()
    expect(page.locator("[data-scores] [data-head='0']").first).to_have_text("other")
    settled(page)
    assert set(page.locator("[data-scores] [data-figure=difference]").all_inner_texts()) == {"+0.0"}
    assert_sound(page)


def test_thirty_segments(browser: Browser, tmp_path: Path) -> None:
    references = sentences(30, 3)
    page = opened(browser, tmp_path, {"old": spoilt(references, 3), LONG: spoilt(references, 5)}, references)
    ranges = page.locator("[data-scores] tbody .range")
    drawn = ranges.count()
    assert drawn == 4
    field = page.get_by_label("Only segments where")
    field.fill("length >= 5")
    field.press("Enter")
    expect(page.locator("[data-filter-status]")).to_contain_text("too few to test anything")
    expect(ranges).to_have_count(0)
    field.fill("")
    field.press("Enter")
    expect(ranges).to_have_count(drawn)
    assert_sound(page)


def test_hostile_texts_and_names(browser: Browser, tmp_path: Path) -> None:
    references = [f"{line} {HOSTILE[number % len(HOSTILE)]}" for number, line in enumerate(sentences(60, 4))]
    name = 'a "b" </script><i>'
    page = opened(browser, tmp_path, {"base": spoilt(references, 4), name: spoilt(references, 7)}, references)
    assert explore(page, "lexical", 1) == 'errors.lexical("a ""b"" </script><i>") > 0'
    page.reload()  # the address brings it back
    expect(page.locator("[data-filter-status]")).to_contain_text("looks at outputs")
    page.get_by_role("button", name="Swap systems").click()
    expect(page.locator("[data-scores] [data-head='0']").first).to_have_text(name)
    page.locator("[data-histogram] [role=button]").first.click()
    expect(page.locator("[data-listed]")).to_contain_text(name)
    settled(page)
    assert page.evaluate("document.querySelectorAll('main i:not(.clu i)').length") == 0
    assert_sound(page)


def test_training_runs_are_listed_but_no_filter(browser: Browser, tmp_path: Path) -> None:
    references = sentences(60, 5)
    runs = {"base": spoilt(references, 4), "new": spoilt(references, 6), "new*": spoilt(references, 9)}
    page = opened(browser, tmp_path, runs, references)
    page.locator("[data-table='errors/Error classes'] [data-line=lexical] button").nth(1).click()
    expect(page.locator("[data-listed]")).to_be_visible()
    expect(page.locator("[data-listed] ~ button")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("[data-histogram] [role=button]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-listed]")).to_contain_text("new less base")
    expect(page.locator("[data-listed] ~ button")).to_have_count(0)
    assert_sound(page)


@pytest.mark.parametrize("width", [1280, 400])
def test_what_is_open_can_be_reached_by_all(browser: Browser, tmp_path: Path, width: int) -> None:
    references = sentences(60, 6)
    page = opened(browser, tmp_path, {"old": spoilt(references, 4), "new": spoilt(references, 7)}, references)
    page.set_viewport_size({"width": width, "height": 900})
    page.locator(".brushing").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-brushed] b")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    at_rest(page)
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert not [each["id"] for each in violations if each["impact"] in SERIOUS]
    page.keyboard.press("Escape")
    page.emulate_media(media="print")
    expect(page.locator(".brushing")).not_to_be_visible()
    expect(page.locator("[data-brushed]")).not_to_be_visible()
    page.emulate_media(media="screen")
    assert_sound(page)
