"""Numbers and dates as pages show them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.reports.page import rendering as page_rendering
from mtassay.web import rendering
from mtassay.web.rendering import environment


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.41, ".41"),
        (0.0004, "< .001"),
        (0.001, ".001"),
        (0.049, ".049"),
        (0.0996, ".10"),
        (1.0, "1.00"),
        (0.999, "1.00"),
        (None, "–"),
        (float("nan"), "–"),
    ],
)
def test_p_values(value: float | None, shown: str) -> None:
    assert page_rendering.write_p_value(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(-0.04, "0.0"), (-7.25, "−7.2"), (1234.56, "1,234.6"), (None, "–"), (float("inf"), "–")]
)
def test_numbers(value: float | None, shown: str) -> None:
    assert page_rendering.write_number(value) == shown


def test_signed_numbers() -> None:
    assert page_rendering.write_number(2.25, 1, signed=True) == "+2.2"
    assert page_rendering.write_number(-2, 0, signed=True) == "−2"


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1 MB"),
        (20_000_000, "20 MB"),
        (10**13, "10 TB"),
    ],
)
def test_file_sizes(count: int, shown: str) -> None:
    assert rendering.write_file_size(count) == shown


@pytest.mark.parametrize(
    ("share", "shown"), [(0, "0 %"), (1, "100 %"), (0.0001, "< 1 %"), (0.99999, "> 99 %"), (0.414, "41 %"), (None, "–")]
)
def test_percent(share: float | None, shown: str) -> None:
    assert page_rendering.write_percent(share) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (-5, "just now"),
        (1, "just now"),
        (59, "59 s ago"),
        (60, "1 min ago"),
        (7300, "2 h ago"),
        (86400, "1 day ago"),
        (31 * 86400, "31 days ago"),
        (32 * 86400, "16 February 2026"),
    ],
)
def test_ago(seconds: float, shown: str) -> None:
    now = datetime(2026, 3, 20, tzinfo=UTC)
    found = rendering.write_ago(now - timedelta(seconds=seconds), now)
    assert found == shown
    naive = (now - timedelta(seconds=seconds)).replace(tzinfo=None)
    assert rendering.write_ago(naive, now) == found


def test_a_row_of_scores() -> None:
    cells = page_rendering.write_score_cells([56.739, -0.5292, None], [2, 4, 2])
    assert environment().from_string("{{ cells }}").render(cells=cells) == (
        '<td class="num">56.7</td><td class="num">−0.529</td><td class="num">–</td>'
    )


@given(st.lists(st.one_of(st.none(), st.just(float("nan")), st.floats(min_value=-1e9, max_value=1e9))))
def test_axes_keep_all_values_on_the_page(values: list[float | None]) -> None:
    axis = page_rendering.place_on_axis(values)
    for value in values:
        if value is not None and value == value:
            assert 3.9 <= axis.position(value) <= 96.1


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0004, "< .001"), (0.0357, "≤ .036"), (0.121, "≤ .13"), (1.0, "≤ 1.00"), (0.0012, "≤ .002")]
)
def test_p_values_that_are_upper_bounds(value: float, shown: str) -> None:
    assert page_rendering.write_p_value(value, is_bound=True) == shown
