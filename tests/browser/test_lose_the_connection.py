"""The server goes away while somebody judges: judging goes on, and nothing is lost or doubled."""

from judging import answer, fill_twenty, shown, stored
from keyboard import press
from playwright.sync_api import Page, expect
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

    page.route("**/judge/answer*", lose)
    first = answer(page, "7")
    expect(page.locator("[data-offline]")).to_be_visible()
    page.locator("[data-try]").first.dispatch_event("click")
    expect(page.locator("[data-offline]")).to_be_hidden()
    assert stored(server, "anna") == [(first, 7)]


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
