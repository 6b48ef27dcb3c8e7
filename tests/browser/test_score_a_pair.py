"""Somebody scores a translation: pastes, drops, reads, asks why."""

import pytest
from keyboard import press
from playwright.sync_api import Browser, Page, expect
from workbench import Workbench

import mtassay

HYPOTHESIS = "Then we take the flight at twenty past seven, we are still before nine in Hanover."
REFERENCE = "Then let us take the flight at twenty past seven; we will be in Hanover before nine."
HOSTILE = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"

_DROP = """(box, text) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], "out <b>put</b>.txt", { type: "text/plain" }));
  for (const name of ["dragover", "drop"])
    box.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: transfer }));
}"""


def fill(page: Page, hypothesis: str, reference: str) -> None:
    page.get_by_label("Translation, one segment a line").fill(hypothesis)
    page.get_by_label("Reference", exact=False).first.fill(reference)


def scores(page: Page) -> dict[str, str]:
    rows = page.locator("section[aria-labelledby=scores] table").first.locator("tbody tr").all()
    return {row.locator("td").nth(0).inner_text(): row.locator("td").nth(1).inner_text() for row in rows}


def test_a_pair_is_scored_and_explained_with_the_keyboard_alone(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score")
    page.get_by_label("Source").focus()
    press(page, "Tab")
    page.keyboard.type(REFERENCE)
    press(page, "Tab")
    expect(page.get_by_role("button", name="Add another reference")).to_be_focused()
    press(page, "Tab")
    page.keyboard.type(HYPOTHESIS)
    press(page, "Control+Enter")
    expect(page.get_by_role("heading", name="BLEU 39.53, step by step")).to_be_visible()
    expected = mtassay.score([HYPOTHESIS], [REFERENCE], ["bleu", "chrf", "ter", "wer"])
    assert scores(page) == {one.label: f"{one.value:.1f}" for one in expected}
    expect(page.get_by_role("heading", name="Scores of 1 segment")).to_be_focused()
    for _ in range(3):  # BLEU, chrF2, TER
        press(page, "Tab")
    press(page, "Enter")
    expect(page.get_by_role("heading", name="TER 52.94, step by step")).to_be_visible()
    expect(page.get_by_role("heading", name="BLEU 39.53, step by step")).to_be_hidden()
    assert page.get_by_label("Translation, one segment a line").input_value() == HYPOTHESIS


def test_files_are_dropped_on_the_boxes(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score")
    page.get_by_label("Translation, one segment a line").evaluate(_DROP, "\ufeffa cat\r\nthe dog\r\n")
    expect(page.get_by_label("Translation, one segment a line")).to_have_value("a cat\nthe dog")
    expect(page.get_by_text("out <b>put</b>.txt")).to_be_visible()
    page.get_by_label("Reference").evaluate(_DROP, "a cat\na dog\n")
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_role("heading", name="Segments", exact=True)).to_be_visible()
    page.get_by_role("button", name="Explain segment 2").click()
    expect(page.get_by_role("heading", name="Segment 2")).to_be_focused()
    page.get_by_role("link", name="WER", exact=True).click()
    expect(page.get_by_role("heading", name="WER 50.00, step by step")).to_be_visible()
    head = page.locator("table.segments").get_by_role("button", name="chrF2")
    head.click()
    head.click()
    assert page.locator("table.segments tbody tr td:first-child").first.inner_text().endswith("2")


def test_what_is_wrong_is_said_beside_the_form_and_nothing_is_lost(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score")
    fill(page, "a cat\nthe dog", "a cat")
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_role("alert")).to_contain_text("The reference has 1 line, but the translation has 2")
    assert page.get_by_label("Translation, one segment a line").input_value() == "a cat\nthe dog"


def test_back_and_reload_show_the_scores_again(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score")
    fill(page, HYPOTHESIS, REFERENCE)
    page.get_by_role("button", name="Score").click()
    title = page.get_by_role("heading", name="BLEU 39.53, step by step")
    expect(title).to_be_visible()
    page.reload()
    expect(title).to_be_visible()
    page.get_by_role("link", name="Jobs").click()
    page.wait_for_url("**/jobs")
    page.go_back()
    expect(title).to_be_visible()
    assert page.get_by_label("Translation, one segment a line").input_value() == HYPOTHESIS
    page.get_by_role("link", name="Quick score").click()
    expect(page.get_by_label("Translation, one segment a line")).to_have_value("")
    expect(title).to_have_count(0)


def test_paper_has_the_numbers_of_segments_and_the_whole_explanation(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score?example=true")
    page.get_by_role("button", name="Score").click()
    number = page.get_by_role("button", name="Explain segment 2")
    number.click()
    expect(page.get_by_role("heading", name="Segment 2")).to_be_visible()
    page.emulate_media(media="print")
    expect(number).to_be_visible()
    expect(page.get_by_role("button", name="Score")).to_be_hidden()
    beside = page.locator("#explained")
    assert beside.evaluate("element => element.scrollHeight <= element.clientHeight")


def test_markup_in_texts_stays_text(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score")
    page.get_by_label("Source").fill(f"{HOSTILE}\na")
    fill(page, f"{HOSTILE}\nb", f"a\n{HOSTILE}")
    page.get_by_role("button", name="Score").click()
    page.get_by_role("button", name="Explain segment 1").click()
    expect(page.get_by_role("heading", name="Segment 1")).to_be_visible()
    assert page.locator("main img, main script").count() == 0
    assert page.title() == "Quick score · mtassay"
    assert page.get_by_label("Translation, one segment a line").input_value() == f"{HOSTILE}\nb"


def test_text_from_right_to_left_stands_at_the_right(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score")
    fill(page, "ذهب الولد الى مدرسة", "ذهب الولد إلى المدرسة صباحا")
    page.get_by_role("button", name="Score").click()
    marked = page.locator("p.text").first
    expect(marked).to_be_visible()
    assert marked.evaluate("element => getComputedStyle(element).direction") == "rtl"


def test_metrics_are_remembered_and_references_added(shared_server: Workbench, page: Page) -> None:
    page.goto(f"{shared_server.url}/score")
    page.locator("summary", has_text="More metrics").click()
    page.get_by_role("checkbox", name="CharacTER").check()
    page.get_by_role("checkbox", name="BLEU", exact=True).uncheck()
    page.goto(f"{shared_server.url}/score")
    expect(page.get_by_role("checkbox", name="CharacTER")).to_be_checked()
    expect(page.get_by_role("checkbox", name="BLEU", exact=True)).not_to_be_checked()
    fill(page, "a dog barks", "the dog barked")
    page.get_by_role("button", name="Add another reference").click()
    expect(page.get_by_label("Reference 2")).to_be_focused()
    page.keyboard.type("a dog barks")
    press(page, "Control+Enter")
    expect(page.get_by_text("mWER takes several and stands in for it.")).to_be_visible()
    assert scores(page)["chrF2"] == "100.0"
    assert "BLEU" not in scores(page)


def test_all_of_it_works_without_script(shared_server: Workbench, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{shared_server.url}/score?example=true")
    page.get_by_label("Reference 2").fill("one\ntwo\nthree")
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_role("heading", name="Segments", exact=True)).to_be_visible()
    page.get_by_role("button", name="Explain segment 2").click()
    expect(page.get_by_role("heading", name="step by step")).to_have_count(4)
    context.close()


@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_window(shared_server: Workbench, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{shared_server.url}/score")
    fill(page, f"{'long' * 200}\n今天天气很好{'，去公园吧' * 50}", f"{'word ' * 300}\n今天天气好")
    page.get_by_role("button", name="Score").click()
    page.get_by_role("button", name="Explain segment 1").click()
    expect(page.get_by_role("heading", name="Segment 1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
