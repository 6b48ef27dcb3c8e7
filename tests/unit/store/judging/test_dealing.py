from collections import Counter

from mtassay.store.judging.dealing import DEALT, choose_judge, dealt_numbers
from mtassay.store.judging.questions import ANYONE


def test_what_was_dealt_stays_with_its_judge() -> None:
    dealt_to = ("anna", "ben")
    for place in range(1, 20):
        assert choose_judge(3, place, 1, dealt_to, ("ben", "anna")) == "ben"
        assert choose_judge(3, place, 1, dealt_to, ("anna",)) == "anna"  # ben has left
        assert choose_judge(3, place, 1, dealt_to, ("anna", "carla")) == "carla"  # carla came instead
        assert choose_judge(3, place, 0, dealt_to, ("anna", "carla")) == "anna"
        assert choose_judge(3, place, 0, dealt_to, ()) == ANYONE


def test_what_was_dealt_to_nobody_goes_around() -> None:
    judges = ("anna", "ben", "carla")
    asked = [choose_judge(3, place, -1, (), judges) for place in range(1, 31)]
    assert all(set(asked[first : first + 3]) == set(judges) for first in range(0, 30, 3))
    assert asked != [choose_judge(4, place, -1, (), judges) for place in range(1, 31)]
    left = Counter(choose_judge(3, place, 0, ("dora",), judges) for place in range(1, 31))
    assert set(left) == set(judges)


def test_settings_from_elsewhere_may_hold_anything() -> None:
    assert dealt_numbers({}, 2) == {}
    assert dealt_numbers({DEALT: "01"}, 2) == {}
    assert dealt_numbers({DEALT: [0, 1, 2, -1, True, "1", None]}, 2) == {1: 0, 2: 1}
