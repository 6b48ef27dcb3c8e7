"""Components against the same sums over dense matrices."""

import numpy as np
import pytest
from people.given_answers import crossed
from people.simulated_answers import ScoreCampaign

from mtassay.human.scores.columns import ScoreColumns, score_columns
from mtassay.human.scores.variance_components import answer_design, favour_cells, variance_components


def indicators(groups: np.ndarray) -> np.ndarray:
    return np.eye(int(groups.max()) + 1)[groups]


def slow_components(columns: ScoreColumns) -> np.ndarray:
    """σ² of judge by system, item and answer: residual maker, indicators and expectations written out."""
    fixed = np.hstack([indicators(columns.segment), answer_design(columns).about, indicators(columns.judge)])
    maker = np.eye(len(columns)) - fixed @ np.linalg.pinv(fixed)
    residuals = maker @ columns.value
    cells = [indicators(favour_cells(columns)), indicators(np.unique(columns.item, return_inverse=True)[1])]
    if cells[1].shape[1] == len(columns):
        del cells[1]
    cells.append(np.eye(len(columns)))
    observed = [((cell.T @ residuals) ** 2).sum() for cell in cells]
    expected = [[((cell.T @ maker @ other) ** 2).sum() for other in cells] for cell in cells]
    return np.maximum(np.linalg.solve(np.array(expected), np.array(observed)), 0)


@pytest.mark.parametrize(
    "campaign",
    [
        ScoreCampaign(spread="across", segments=25, favour=5),
        ScoreCampaign(spread="within", segments=20, overlap=0.5, favour=5),
        ScoreCampaign(spread="across", segments=25, overlap=0, favour=5),
        ScoreCampaign(spread="across", segments=25, shared=0.4, favour=5),
        ScoreCampaign(spread="complete", segments=8, judges=3),
    ],
)
def test_components_are_those_of_dense_matrices(campaign: ScoreCampaign) -> None:
    columns = campaign.draw(np.random.default_rng(7))
    components = variance_components(columns)
    assert components is not None
    slow = slow_components(columns)
    fast = [components.judge_by_system, *([components.item] if components.has_items else []), components.answer]
    assert fast == pytest.approx(slow.tolist(), rel=1e-8)


def test_nothing_is_left_where_segments_systems_and_judges_explain_all() -> None:
    assert variance_components(score_columns(crossed(1, 1, "ab", [1, 2]))) is None


def test_equal_scores_have_no_variance() -> None:
    components = variance_components(score_columns(crossed(3, 5, "ab", [7.0] * 30)))
    assert components is not None
    assert (components.judge_by_system, components.item, components.answer) == (0, 0, 0)
