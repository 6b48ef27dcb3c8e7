"""The server goes away while somebody judges: judging goes on, and nothing is lost or doubled."""

import pytest
from judging import answer, fill_twenty, shown, stored
from keyboard import press
from playwright.sync_api import Page, Request, Route, expect
from workbench import ON_BOTH_DATABASES, Workbench

LOSES_CONNECTION = True


@ON_BOTH_DATABASES
def test_answers_wait_and_are_sent_in_order(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    asked = [answer(page, "9")]
    page.wait_for_load_state("networkidle")  # the next questions are kept
    page.context.set_offline(True)
    asked += [answer(page, str(value)) for value in (1, 2, 3)]
    expect(page.locator("[data-offline]")).to_contain_text("3 answers wait on this computer")
    expect(page.locator("[data-state]")).to_have_text("Not saved, kept here")
    assert len(stored(server, "anna")) == 1

    # an answer that has not left can be taken back
    press(page, "u")
    expect(page.locator(f"form[data-target='{asked[-1]}']")).to_be_visible()
    expect(page.locator("[data-score='3']")).to_be_checked()
    assert answer(page, "4") == asked[-1]

    page.context.set_offline(False)
    page.locator("[data-try]").first.dispatch_event("click")
    expect(page.locator("[data-offline]")).to_be_hidden()
    assert stored(server, "anna") == list(zip(asked, (9, 1, 2, 4), strict=True))


def wait_until_quiet(page: Page) -> None:
    """Until the page has asked for nothing in half a second; load states know only of what came with the page."""
    asked: list[Request] = []

    def note(request: Request) -> None:
        asked.append(request)

    page.on("request", note)
    count = -1
    while count != len(asked):
        count = len(asked)
        page.wait_for_timeout(500)
    page.remove_listener("request", note)


@pytest.mark.parametrize("begins_offline", [True, False])
def test_questions_run_out_and_judging_goes_on_by_itself_when_the_server_is_back(
    server: Workbench, page: Page, begins_offline: bool
) -> None:
    """Twenty are kept ahead, from the first question on, and after so many that the page has asked for more numbers."""
    fill_twenty(server, sentences=35)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    asked = [] if begins_offline else [answer(page, "9") for _ in range(25)]
    wait_until_quiet(page)
    page.context.set_offline(True)
    asked += [answer(page, "4") for _ in range(20)]
    last = shown(page)
    press(page, "4", "Enter", "Enter")
    expect(page.get_by_text("The next question has not come yet.")).to_be_visible()
    expect(page.locator("[data-offline]")).to_contain_text("21 answers wait on this computer")

    page.context.set_offline(False)
    expect(page.locator("form#answer")).to_be_visible()
    expect(page.get_by_text("The server does not answer")).to_have_count(0)
    expect(page.locator("[data-offline]")).to_be_hidden()
    assert [target for target, _ in stored(server, "anna")] == [*asked, last]
    assert shown(page) not in [*asked, last]
    expect(page.locator("[data-place]")).to_have_text(f"{len(asked) + 2} of 70")
    answer(page, "7")


def test_a_page_without_questions_and_without_answers_that_wait_asks_again_by_itself(
    server: Workbench, page: Page
) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.wait_for_load_state("networkidle")
    page.route("**/1/judge/question*", lambda route: route.abort("connectionreset"))
    page.reload()
    first = shown(page)
    press(page, "5", "Enter", "Enter")  # the answer arrives, the next question does not
    expect(page.get_by_text("The next question has not come yet.")).to_be_visible()
    assert stored(server, "anna") == [(first, 5)]
    expect(page.locator("[data-offline]")).to_contain_text("Nothing waits on this computer.")
    page.unroute("**/1/judge/question*")
    expect(page.locator("form#answer")).to_be_visible()
    expect(page.locator("[data-offline]")).to_be_hidden()
    expect(page.locator("[data-state]")).to_contain_text("Saved")


@ON_BOTH_DATABASES
def test_a_killed_server_comes_back_and_a_reload_sends_what_waits(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.wait_for_load_state("networkidle")
    server.kill()
    first = answer(page, "5")
    expect(page.locator("[data-offline]")).to_be_visible()
    server.start()
    page.reload()
    expect(page.locator("[data-place]")).to_have_text("2 of 20")
    page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.startsWith('mtassay-answer-'))")
    assert stored(server, "anna") == [(first, 5)]
    assert shown(page) != first


@ON_BOTH_DATABASES
def test_a_page_that_was_made_before_the_answer_arrived_is_loaded_again(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    address = f"{server.url}/projects/1/judge?judge=anna"
    page.goto(address)
    old = page.request.get(address).text()
    first = answer(page, "5")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    page.route(address, lambda route: route.fulfill(body=old, content_type="text/html"), times=1)
    page.reload()
    expect(page.locator("[data-place]")).to_have_text("2 of 20")
    assert shown(page) != first
    press(page, "u")  # whoever takes it back is asked again, and the page stays
    expect(page.locator("[data-place]")).to_have_text("1 of 20")
    page.reload()
    assert shown(page) == first


@ON_BOTH_DATABASES
def test_an_answer_whose_receipt_was_lost_counts_once(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.wait_for_load_state("networkidle")
    lost = []

    def lose(route, request):  # type: ignore[no-untyped-def]
        """The server gets it, the browser never hears of that."""
        if lost:
            route.continue_()
            return
        lost.append(request)
        route.fetch()
        route.abort("connectionreset")

    page.route("**/1/judge/answer*", lose)
    first = answer(page, "7")
    expect(page.locator("[data-offline]")).to_be_visible()
    page.locator("[data-try]").first.dispatch_event("click")
    expect(page.locator("[data-offline]")).to_be_hidden()
    assert stored(server, "anna") == [(first, 7)]


# a minute of a page's patience takes six seconds
HURRY = """
  const [limit, later] = [AbortSignal.timeout, setTimeout];
  AbortSignal.timeout = (time) => limit.call(AbortSignal, time / 10);
  window.setTimeout = (act, time = 0, ...rest) => later(act, time / 10, ...rest);
"""


@ON_BOTH_DATABASES
def test_a_server_that_takes_answers_and_says_nothing_is_one_that_is_away(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.add_init_script(HURRY)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.wait_for_load_state("networkidle")
    held: list[Route] = []
    page.route("**/1/judge/**", lambda route: held.append(route))
    asked = [answer(page, "4")]
    expect(page.locator("[data-offline]")).to_contain_text("1 answer waits on this computer")
    expect(page.locator("[data-state]")).to_have_text("Not saved, kept here")
    asked.append(answer(page, "6"))
    expect(page.locator("[data-offline]")).to_contain_text("2 answers wait on this computer")
    while len([route for route in held if "/judge/answer" in route.request.url]) < 2:  # given up, and sent again
        page.wait_for_timeout(50)
    page.unroute("**/1/judge/**")
    expect(page.locator("[data-offline]")).to_be_hidden()
    assert stored(server, "anna") == list(zip(asked, (4, 6), strict=True))


@ON_BOTH_DATABASES
def test_keys_while_an_answer_is_on_its_way_are_for_the_next_question_and_save_nothing_unseen(
    server: Workbench, page: Page
) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.wait_for_load_state("networkidle")
    held: list[Route] = []
    page.route("**/1/judge/answer*", lambda route: held.append(route))
    first = shown(page)
    press(
        page, "9", "o", "o", "Enter", "3", "m", "Enter", "s", "c", "u", "4"
    )  # a comment on what nobody has seen, and more
    assert shown(page) == first
    expect(page.locator("[data-score='9']")).to_be_checked()
    page.unroute("**/1/judge/answer*")
    expect(page.locator(f"form#answer:not([data-target='{first}'])")).to_be_visible()
    second = shown(page)
    expect(page.locator("[data-score='3']")).to_be_checked()
    expect(page.locator("[data-item-row='1'] [data-class='m']")).to_be_checked()
    expect(page.locator("[data-reason]")).to_have_text("Enter came before this question. Press it again to save.")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    assert stored(server, "anna") == [(first, 9)]
    press(page, "m")
    answer(page)
    page.wait_for_load_state("networkidle")
    assert stored(server, "anna") == [(first, 9), (second, 3)]


@ON_BOTH_DATABASES
def test_a_browser_without_room_sends_answers_all_the_same(server: Workbench, page: Page) -> None:
    fill_twenty(server)
    page.goto(f"{server.url}/projects/1/judge?judge=anna")
    page.evaluate(
        """() => {
          for (let size = 2 ** 20; size >= 1; size /= 2) {
            try {
              for (let number = 0; ; number += 1) localStorage.setItem(`${size}-${number}`, "x".repeat(size));
            } catch { /* no room for this size */ }
          }
        }"""
    )
    first = answer(page, "6")
    page.wait_for_load_state("networkidle")
    assert stored(server, "anna") == [(first, 6)]


@ON_BOTH_DATABASES
def test_an_answer_that_is_refused_stays_until_the_judge_has_said_what_becomes_of_it(
    server: Workbench, page: Page
) -> None:
    fill_twenty(server)
    address = f"{server.url}/projects/1/judge?judge=anna"
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    target = answer(page, "3")
    expect(page.locator("[data-offline]")).to_be_visible()

    browser = page.context.browser
    assert browser is not None
    elsewhere = browser.new_context().new_page()
    elsewhere.goto(address)
    assert answer(elsewhere, "8") == target
    elsewhere.wait_for_load_state("networkidle")
    elsewhere.context.close()

    page.context.set_offline(False)
    page.reload()  # sends what waits, and loads once more when that is done
    notice = page.locator(".notice", has_text="Two answers to one translation")
    page.wait_for_load_state("networkidle")
    page.reload()
    expect(notice).to_contain_text("Stored from another window: 8. Not saved from this one: 3.")
    notice.get_by_role("button", name="Keep 8").click()
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(notice).to_have_count(0)
    assert stored(server, "anna") == [(target, 8)]
