import time

from mtassay.web.remembered import Remembered


def test_figures_are_computed_once_for_each_revision() -> None:
    asked: list[int] = []
    box: Remembered[int] = Remembered(2)
    for revision in (1, 1, 2, 2):
        assert box.find("here", 1, revision, lambda revision=revision: asked.append(revision) or revision) == revision
    assert asked == [1, 2]
    assert box.look_up("here", 1, 1) is None
    assert box.look_up("elsewhere", 1, 2) is None


def test_the_oldest_are_forgotten() -> None:
    box: Remembered[int] = Remembered(2)
    for project in (1, 2, 3):
        box.find("here", project, 1, lambda: 0)
    assert [box.look_up("here", project, 1) for project in (1, 2, 3)] == [None, 0, 0]


def test_what_took_long_may_be_old_where_that_is_said() -> None:
    box: Remembered[str] = Remembered(2)
    box.find("here", 1, 1, lambda: time.sleep(0.03) or "dear")
    box.find("here", 2, 1, lambda: "cheap")
    assert box.look_up("here", 1, 2, may_be_old=True) == "dear"
    assert box.look_up("here", 1, 2) is None
    assert box.look_up("here", 2, 2, may_be_old=True) is None
