from mtassay.reports.document import Estimate, IntervalBars
from mtassay.reports.drawing.bars import interval_bars

NAN = float("nan")


def test_what_is_no_number_is_not_drawn() -> None:
    bars = IntervalBars((Estimate(1.0, 0.0, 2.0), Estimate(NAN, None, None)), 1.0)
    assert interval_bars(bars, 5) == ["├─●─┤", "  ┊"]
    assert interval_bars(IntervalBars(bars.estimates, NAN), 5) == ["├─●─┤", ""]
    assert interval_bars(IntervalBars((Estimate(NAN, None, None),), NAN), 5) == [""]
