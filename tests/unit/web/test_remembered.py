import time

from mtassay.web.remembered import Remembered


def test_figures_are_computed_once_for_each_state() -> None:
    asked: list[str] = []
    box: Remembered[str] = Remembered(2)
    for state in ("1 a", "1 a", "1 b", "1 b"):
        assert box.find("here", 1, state, lambda state=state: asked.append(state) or state) == state
    assert asked == ["1 a", "1 b"]
    assert box.look_up("here", 1, "1 a") is None
    assert box.look_up("elsewhere", 1, "1 b") is None


def test_the_oldest_are_forgotten() -> None:
    box: Remembered[int] = Remembered(2)
    for project in (1, 2, 3):
        box.find("here", project, "1 a", lambda: 0)
    assert [box.look_up("here", project, "1 a") for project in (1, 2, 3)] == [None, 0, 0]


def test_what_took_long_may_be_old_where_that_is_said() -> None:
    box: Remembered[str] = Remembered(2)
    box.find("here", 1, "1 a", lambda: time.sleep(0.03) or "dear")
    box.find("here", 2, "1 a", lambda: "cheap")
    assert box.look_up("here", 1, "2 b", may_be_old=True) == "dear"
    assert box.look_up("here", 1, "2 b") is None
    assert box.look_up("here", 2, "2 b", may_be_old=True) is None
