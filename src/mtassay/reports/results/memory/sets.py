"""Estimates of sets before they were judged, beside the truth: the paper's figure 7."""

from mtassay.estimation.figures.judged_sets import JudgedSet, JudgedSets
from mtassay.estimation.figures.with_interval import known
from mtassay.reports.document import Table, Value
from mtassay.reports.drawing.frame import WIDTH, heading, paragraph
from mtassay.reports.drawing.memory_figures import Point, dots
from mtassay.reports.drawing.picture import Picture

_HEADS = (
    *("system", "run", "as of", "segments", "judged %", "estimated %", "unknown %"),
    *("distance", "eSSER", "SSER", "error", "compared"),
)


def set_tables(judged_sets: JudgedSets) -> list[Table]:
    """A row for each set, and the means."""
    rows = tuple(_row(candidate_set) for candidate_set in judged_sets.sets)
    notes = tuple(_notes(judged_sets))
    sets = Table.of(_HEADS, rows, frozenset({"run"}), "sets", notes)
    if not judged_sets.compared:
        return [sets]
    means = (
        ("sets compared", len(judged_sets.compared)),
        ("mean |SSER - eSSER|", judged_sets.mean_error),
        ("percent not judged before", 100 * judged_sets.new_share),
        ("percent of effort saved", 100 * judged_sets.saved_share),
    )
    return [sets, Table.of(("figure", "value"), means, title="means over sets")]


def set_picture(judged_sets: JudgedSets) -> Picture | None:
    """The error of each set against its distance; None where none could be compared."""
    if not judged_sets.compared:
        return None
    title = f"Estimated before, judged after: mean |SSER − eSSER| = {judged_sets.mean_error:.2f}"
    points = [
        Point(
            judged_set.mean_distance,
            judged_set.error,
            _name(judged_set),
            f"{_name(judged_set)}: eSSER {judged_set.esser:.2f}, SSER {judged_set.sser:.2f}",
        )
        for judged_set in judged_sets.compared
    ]
    subtitle = (
        f"{len(points)} sets, of which {100 * judged_sets.new_share:.1f} % had not been judged before: "
        f"{100 * judged_sets.saved_share:.1f} % of the effort was saved"
    )
    drawn = dots(points, f"mean normalised distance ({judged_sets.distance})", "|SSER − eSSER|", names=True)
    said = " ".join(f"{point.tip}, distance {point.x:.3f}." for point in points)
    notes = paragraph(" ".join(_notes(judged_sets)), WIDTH)
    return Picture("sets", title, f"{subtitle}. {said}", (heading(title, subtitle, WIDTH), drawn, notes))


def _row(judged_set: JudgedSet) -> tuple[Value, ...]:
    shares = (
        100 * count / judged_set.segments for count in (judged_set.judged, judged_set.estimated, judged_set.unknown)
    )
    figures = (
        known(value) for value in (judged_set.mean_distance, judged_set.esser, judged_set.sser, judged_set.error)
    )
    return (
        judged_set.system,
        judged_set.run,
        judged_set.before,
        judged_set.segments,
        *shares,
        *figures,
        judged_set.compared,
    )


def _notes(judged_sets: JudgedSets) -> list[str]:
    notes = []
    if judged_sets.sets:
        notes.append(
            f"As of the revision before the first new judgment of the set, by {judged_sets.distance}; "
            "eSSER and SSER over the segments compared."
        )
    else:
        notes.append("No outputs of a system were judged after they, or together with them, came into the memory.")
    alone = len(judged_sets.sets) - len(judged_sets.compared)
    if alone:
        whose = "its" if alone == 1 else "their"
        notes.append(f"{_sets(alone)} could not be estimated: nothing of {whose} sources had been judged.")
    if judged_sets.repeated:
        notes.append(f"{_sets(judged_sets.repeated)} left out: everything had been judged when it came.")
    if judged_sets.waiting:
        notes.append(f"{_sets(judged_sets.waiting)} left out: nothing new is judged yet.")
    return notes


def _sets(count: int) -> str:
    return "1 set" if count == 1 else f"{count} sets"


def _name(judged_set: JudgedSet) -> str:
    return f"{judged_set.system} ({judged_set.run})" if judged_set.run else judged_set.system
