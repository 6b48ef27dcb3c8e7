import numpy as np
import pytest

from mtassay.errors import InputError
from mtassay.estimation.nearest.candidate_set import candidate_set
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.memory import make_memory
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.evidence import observed_scores

SOURCE = "alles klar. danke schoen."
PAPER = make_memory(
    [(SOURCE, "yes. thanks. fine.", 6), (SOURCE, "okay thanks.", 10), (SOURCE, "righto. thanks nice.", 5)]
)
TEXTS = ["okay thanks.", "okay. thanks. fine.", "righto thanks nice.", "completely different words here now"]


def test_the_example_of_the_paper() -> None:
    found = candidate_set(PAPER, estimate(PAPER, [0] * 4, TEXTS))
    assert found.esser == 30
    assert found.normalized_distances.tolist() == [0, 0.25, 0.25, 1.25]
    assert (found.distance_sum, found.mean_distance) == (1.75, 0.4375)
    assert (found.judged_share, found.estimated_share, found.unknown_share) == (0.25, 0.75, 0)
    assert found.error_rates is None


def test_unknown_candidates_are_counted_and_in_no_figure() -> None:
    found = candidate_set(PAPER, estimate(PAPER, [0, -1], ["okay thanks.", "hello"]))
    assert (found.esser, found.mean_distance, found.known, found.unknown) == (0, 0, 1, 1)
    assert found.evidence.size == 1
    nothing = candidate_set(PAPER, estimate(PAPER, [-1], ["hello"]))
    assert np.isnan([nothing.esser, nothing.mean_distance]).all()
    assert (nothing.distance_sum, nothing.unknown_share) == (0, 1)


def test_shares_are_not_divided_again() -> None:
    found = candidate_set(PAPER, estimate(PAPER, [0], ["okay thank"], "characters"))
    assert found.normalized_distances.tolist() == found.estimates.distances.tolist()


def test_the_interval_is_over_candidates() -> None:
    found = candidate_set(PAPER, estimate(PAPER, [0] * 4, TEXTS))
    assert observed_scores(found.evidence) == pytest.approx(found.esser)
    interval = Bootstrap(draws=300).intervals(found.evidence)[0]
    assert 0 <= interval.low < found.esser < interval.high <= 50


def test_no_candidates_are_refused() -> None:
    with pytest.raises(InputError, match="no candidates"):
        candidate_set(PAPER, estimate(PAPER, [], []))


def test_error_rates_belong_to_candidates() -> None:
    found = estimate(PAPER, [0], ["okay thanks."])
    assert candidate_set(PAPER, found, np.array([0.5])).error_rates == pytest.approx([0.5])
    with pytest.raises(InputError, match="1 candidates but 2 error rates"):
        candidate_set(PAPER, found, np.zeros(2))
