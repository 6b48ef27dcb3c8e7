"""Names beside dots: whatever the dots, names are inside, off the axes, and can be read."""

from hypothesis import given
from hypothesis import strategies as st

from mtassay.reports.drawing.dot_labels import Label, Plot, place_labels

PLOT = Plot(30, 10, 300, 170)
DOTS = st.lists(
    st.tuples(st.floats(PLOT.left, PLOT.right), st.floats(PLOT.top, PLOT.bottom), st.floats(5, 200)), max_size=8
)


def areas(
    dots: list[tuple[float, float]], lengths: list[float], labels: list[Label | None]
) -> list[tuple[float, float, float, float]]:
    found = []
    for (x, _), length, label in zip(dots, lengths, labels, strict=True):
        if label is not None:
            start = x + label.shift - (length if label.is_end else 0)
            found.append((start, label.middle - 8, start + length, label.middle + 8))
    return found


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@given(DOTS, st.sampled_from([1.0, 1.7, 4.0]))
def test_names_are_inside_and_cover_nothing_in_this_plot_and_in_wider_ones(
    found: list[tuple[float, float, float]], wider: float
) -> None:
    dots, lengths = [(x, y) for x, y, _ in found], [length for _, _, length in found]
    labels = place_labels(dots, lengths, PLOT)
    dots = [(wider * x, y) for x, y in dots]
    taken = areas(dots, lengths, labels)
    for number, area in enumerate(taken):
        assert wider * PLOT.left < area[0] + 1e-9
        assert area[2] <= wider * PLOT.right + 1e-9
        assert PLOT.top - 8 <= area[1]
        assert area[3] < PLOT.bottom
        assert not any(overlap(area, other) for other in taken[:number])
        assert not any(overlap(area, (x - 3, y - 3, x + 3, y + 3)) for x, y in dots)


def test_the_name_of_a_dot_on_the_axis_stands_above_it() -> None:
    (label,) = place_labels([(100, PLOT.bottom)], [60], PLOT)
    assert label is not None
    assert label.middle + 8 < PLOT.bottom


def test_of_two_dots_side_by_side_both_have_names() -> None:
    labels = place_labels([(150, 90), (160, 90)], [60, 60], PLOT)
    assert [label is not None and label.is_end for label in labels] == [True, False]


def test_a_name_that_is_longer_than_the_plot_is_left_out() -> None:
    assert place_labels([(100, 90)], [500], PLOT) == [None]
