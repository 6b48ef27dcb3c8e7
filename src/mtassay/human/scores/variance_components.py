"""How much scores differ because judges favour systems, because outputs differ, and from answer to answer."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.memory import Floats, Ints
from mtassay.human.scores.columns import ScoreColumns
from mtassay.human.scores.design import Design, sums_by
from mtassay.human.scores.power import Spread

_CHUNK = 64


@dataclass(frozen=True)
class Components:
    """Variances of judge by system, of items and of answers, none below 0.

    `has_items` is false where no output has two answers: what items add is then part of `answer`. `degrees` are those
    of the residuals, `cell_size` how many answers a judge gave a system, as far as the estimate knows.
    """

    judge_by_system: float
    item: float
    answer: float
    has_items: bool
    degrees: int
    cell_size: float

    @property
    def spread(self) -> Spread:
        """The same as standard deviations."""
        return Spread(self.judge_by_system**0.5, self.item**0.5, self.answer**0.5)

    @property
    def are_zero(self) -> bool:
        """Whether systems, segments and judges say every score, so that nothing varies."""
        return self.judge_by_system == self.item == self.answer == 0


def variance_components(columns: ScoreColumns) -> Components | None:
    """From the squared sums of residuals in each cell, set equal to what is expected of them; each answer counts once.

    None where segments, systems and judges explain every answer, so that nothing is left to tell.
    """
    design = answer_design(columns)
    degrees = len(columns) - design.rank
    if degrees <= 0:
        return None
    cells = favour_cells(columns)
    _, items = np.unique(columns.item, return_inverse=True)
    residuals = design.residuals(columns.value[:, None])
    has_items = len(np.unique(items)) < len(columns)
    groups = [cells, items] if has_items else [cells]
    observed = [float((sums_by(group, residuals) ** 2).sum()) for group in groups]
    observed.append(float((residuals**2).sum()))
    expected = _expected(design, cells, items, has_items, degrees)
    solved = np.linalg.lstsq(expected, np.array(observed), rcond=None)[0]
    scale = max(float((columns.value**2).mean()), 1e-300)
    solved = np.where(solved > 1e-12 * scale, solved, 0.0)
    cell_size = expected[0, 0] / expected[0, -1] if expected[0, -1] > 0 else 1.0
    item = float(solved[1]) if has_items else 0.0
    return Components(float(solved[0]), item, float(solved[-1]), has_items, degrees, float(cell_size))


def answer_design(columns: ScoreColumns) -> Design:
    """Each answer once: one about several systems is about each in part."""
    makers = columns.makers
    about = (makers / makers.sum(axis=1, keepdims=True))[columns.item]
    return Design(columns.segment, columns.judge, about, len(columns.judges))


def favour_cells(columns: ScoreColumns) -> Ints:
    """The judge and the systems of each answer, as a number from 0."""
    _, sets = np.unique(columns.makers, axis=0, return_inverse=True)
    cells = columns.judge * (int(sets.max(initial=0)) + 1) + sets.reshape(-1)[columns.item]
    return np.asarray(np.unique(cells, return_inverse=True)[1])


def _expected(design: Design, cells: Ints, items: Ints, has_items: bool, degrees: int) -> Floats:
    """How much each variance adds to each squared sum: ‖Z'MY‖² with the indicators Z, Y and the residual maker M."""
    of_cells, cells_items, cells_answers = _of_cells(design, cells, items)
    if not has_items:
        return np.array([[of_cells, cells_answers], [cells_answers, degrees]])
    of_items, items_answers = _of_items(design, items)
    return np.array(
        [
            [of_cells, cells_items, cells_answers],
            [cells_items, of_items, items_answers],
            [cells_answers, items_answers, degrees],
        ]
    )


def _of_cells(design: Design, cells: Ints, items: Ints) -> tuple[float, float, float]:
    """‖Z'MZ‖², ‖Y'MZ‖² and ‖MZ‖² of cells Z and items Y, some cells at a time."""
    totals = np.zeros(3)
    for start in range(0, int(cells.max()) + 1, _CHUNK):
        width = min(_CHUNK, int(cells.max()) + 1 - start)
        inside = (cells >= start) & (cells < start + width)
        indicators = np.zeros((len(cells), width))
        indicators[np.flatnonzero(inside), cells[inside] - start] = 1.0
        left = design.residuals(indicators)
        parts = sums_by(cells, left), sums_by(items, left), left
        totals += [float((part**2).sum()) for part in parts]
    return float(totals[0]), float(totals[1]), float(totals[2])


def _of_items(design: Design, items: Ints) -> tuple[float, float]:
    """‖Y'MY‖² and ‖MY‖² of items Y, by segments: Y'MY is a block for each, less a product of few columns."""
    counts = np.bincount(items).astype(np.float64)
    segment = np.zeros(len(counts), dtype=np.int64)
    segment[items] = design.segment
    sizes = np.maximum(np.bincount(segment, weights=counts), 1)
    squares = np.bincount(segment, weights=counts**2)
    cubes = np.bincount(segment, weights=counts**3)
    crossed = sums_by(items, design.columns)
    blocks = counts[:, None] * crossed
    blocks -= counts[:, None] * (sums_by(segment, blocks) / sizes[:, None])[segment]
    gram = crossed.T @ crossed
    product = design.inverse @ gram
    of_blocks = float((squares - 2 * cubes / sizes + squares**2 / sizes**2).sum())
    joint = float((design.inverse * (crossed.T @ blocks)).sum())
    of_items = of_blocks - 2 * joint + float((product * product.T).sum())
    return of_items, float((counts.sum() - (squares / sizes).sum()) - np.trace(product))
