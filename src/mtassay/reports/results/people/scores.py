"""What scores of people say: systems, their differences, agreement, judges."""

from collections.abc import Iterator

from mtassay.human.results.judge_figures import JudgeFigures
from mtassay.human.results.score_results import ScoreResults
from mtassay.human.scores.wmt_direct_assessment import WmtDirectAssessment
from mtassay.reports.document import (
    Cell,
    Column,
    Document,
    Estimate,
    Exact,
    Form,
    IntervalBars,
    Note,
    Row,
    Section,
    Table,
    Value,
)
from mtassay.reports.results.people.agreement import agreement_table, score_agreement_lines
from mtassay.reports.results.people.disagreements import disputed_outputs_table, profile_table
from mtassay.significance.system_differences import SystemScores

_STARS = (0.001, 0.01, 0.05)


def score_results_document(results: ScoreResults, about: str = "") -> Document:
    """Systems with their intervals, every difference, how far judges agree, and each of them."""
    columns = results.columns
    facts: dict[str, Value] = {
        "score": results.measure + (", less is better" if results.is_lower_better else ""),
        **({"filter": about} if about else {}),
        "systems": len(columns.systems),
        "segments": len(columns.segments),
        "judges": len(columns.judges),
        "answers": len(columns),
        **{f"left out: {what}": count for what, count in results.left_out.items()},
        **_spread_facts(results),
    }
    sections: list[Section] = [_systems(results)]
    sections += difference_sections(results.differences.systems)
    sections += [agreement_table(score_agreement_lines(results)), judges_table(results.judges)]
    sections += [profile_table(results.profiles)] if results.profiles else []
    sections += disputed_outputs_table(results.disputed)
    sections += reason_notes(results.reasons)
    return Document("Results of people's scores", tuple(sections), facts=facts)


def wmt_da_document(results: WmtDirectAssessment, about: str = "", *, is_lower_better: bool = False) -> Document:
    """Direct assessment as WMT published it: z, and a matrix of differences with stars."""
    rows: list[Row] = [
        (system.system, system.z, system.raw, system.segments, system.answers) for system in results.systems
    ]
    table = Table(
        (
            Column("system", is_words=True),
            Column("z", digits=3),
            Column("raw", digits=1),
            Column("segments", digits=0),
            Column("answers", digits=0),
        ),
        rows,
        name="systems",
        notes=(
            "z with the mean and deviation (ddof 1) of each rater; means over segments, as WMT has them",
            *(("less is better of raw scores, so z is turned: more is better",) if is_lower_better else ()),
        ),
    )
    pairs: list[Row] = [
        (better.system, worse.system, better.z - worse.z, Exact(results.p_values[place, other]), stars)
        for place, better in enumerate(results.systems)
        for other, worse in enumerate(results.systems)
        if other > place
        for stars in [results.stars(place, other)]
    ]
    differences = Table(
        (
            Column("better", is_words=True),
            Column("worse", is_words=True),
            Column("difference", digits=3, form=Form.SIGNED),
            Column("p", digits=3, form=Form.P_VALUE),
            Column("stars", is_words=True, missing=""),
        ),
        pairs,
        title="Differences",
        name="differences",
        notes=("one-sided rank-sum tests of segment means, not corrected: * p < .05, ** p < .01, *** p < .001",),
    )
    facts: dict[str, Value] = {**({"filter": about} if about else {}), "as": "wmt-da"}
    notes: list[Section] = []
    if results.excluded:
        notes.append(Note((f"Without a deviation, so without z: {', '.join(results.excluded)}",)))
    return Document("Direct assessment as at WMT", (table, differences, *notes), facts=facts)


def difference_sections(systems: SystemScores) -> Iterator[Section]:
    """Every two systems, the better one first, and which of them cannot be told apart."""
    if not systems.differences:
        return
    rows: list[Row] = [
        (
            each.first,
            each.second,
            Estimate(each.value, each.value - each.half_width, each.value + each.half_width),
            Exact(each.p_value),
            Exact(each.corrected),
            "*" * sum(each.corrected < level for level in _STARS),
        )
        for each in systems.differences
    ]
    columns = (
        Column("better", is_words=True),
        Column("worse", is_words=True),
        Column("difference", digits=3, has_ends=True),
        Column("p", digits=3, form=Form.P_VALUE),
        Column("corrected p", digits=3, form=Form.P_VALUE),
        Column("stars", is_words=True, missing=""),
    )
    notes = (
        f"{systems.apart} of {len(rows)} differences have a {100 * systems.level:g} % interval without 0",
        "stars: p corrected by Holm, * < .05, ** < .01, *** < .001",
    )
    yield Table(columns, rows, title="Differences", name="differences", notes=notes)


def judges_table(judges: tuple[JudgeFigures, ...]) -> Table:
    """Each judge: how many answers, how strict, how fast, and what controls say."""
    rows: list[Row] = [
        (
            judge.judge,
            judge.answers,
            judge.severity,
            judge.seconds,
            judge.seconds_a_word,
            judge.same,
            None if judge.control is None else judge.control.pairs,
            None if judge.control is None else judge.control.share_lower,
            None if judge.control is None else judge.control.verdict,
        )
        for judge in judges
    ]
    columns = (
        Column("judge", is_words=True),
        Column("answers", digits=0),
        Column("severity", digits=2, form=Form.SIGNED),
        Column("seconds", digits=1),
        Column("seconds a word", digits=2),
        Column("same score", digits=0, form=Form.SHARE),
        Column("controls", digits=0),
        Column("noticed", digits=0, form=Form.SHARE),
        Column("verdict", is_words=True),
    )
    kept = [place for place in range(len(columns)) if place == 0 or any(row[place] is not None for row in rows)]
    return Table(
        tuple(columns[place] for place in kept),
        [tuple(row[place] for place in kept) for row in rows],
        title="Judges",
        name="judges",
        notes=("severity: plus is stricter than the others, minus is milder, on the scale of the scores",)
        if any(judge.severity is not None for judge in judges)
        else (),
    )


def reason_notes(reasons: dict[str, str]) -> Iterator[Note]:
    """What has no figure, and why."""
    if reasons:
        yield Note(tuple(f"{name}: {reason}" for name, reason in reasons.items()), "Not shown, and why")


def cluster_of(systems: SystemScores) -> dict[str, int | None]:
    """The number of the cluster of each system, from 1; None where nothing was tested."""
    places: dict[str, int | None] = dict.fromkeys(score.system for score in systems.scores)
    if systems.differences:
        places |= {name: number for number, group in enumerate(systems.clusters, 1) for name in group}
    return places


def estimate(value: float, half_width: float | None) -> Estimate:
    """A number with its interval, or without one."""
    return (
        Estimate(value, None, None) if half_width is None else Estimate(value, value - half_width, value + half_width)
    )


def _systems(results: ScoreResults) -> Table:
    systems = results.differences.systems
    number = {name: place for place, name in enumerate(results.columns.systems)}
    cluster = cluster_of(systems)
    has_absolute = any(mean.half_width is not None for mean in results.absolute)
    rows: list[list[Cell]] = []
    for score in results.scores:
        absolute = results.absolute[number[score.system]]
        row: list[Cell] = [
            score.system,
            cluster[score.system],
            estimate(score.value, score.half_width),
            float(results.means[number[score.system]]),
        ]
        rows.append([*row, *([estimate(absolute.value, absolute.half_width)] if has_absolute else []), score.answers])
    columns = [
        Column("system", is_words=True),
        Column("cluster", digits=0),
        Column("estimate", digits=3, has_ends=True),
        Column("mean", digits=3),
        *([Column("mean of all answers", digits=2, has_ends=True)] if has_absolute else []),
        Column("answers", digits=0),
    ]
    bars = None
    if systems.differences:
        bars = IntervalBars(tuple(estimate(score.value, score.half_width) for score in results.scores), 0.0)
    notes = [
        "estimate: how far a system lies above the mean of all, whoever judged it on whatever segments (least squares)",
    ]
    if not has_absolute and results.absolute:
        notes.append(f"no interval of absolute means: {results.absolute[0].reason}")
    return Table(tuple(columns), rows, name="systems", notes=tuple(notes), bars=bars)


def _spread_facts(results: ScoreResults) -> dict[str, Value]:
    components = results.differences.components
    if components is None:
        return {}
    spread = components.spread
    item: dict[str, Value] = {"deviation of outputs": spread.item} if components.has_items else {}
    return {
        "deviation of judges by system": spread.judge_by_system,
        **item,
        "deviation of answers": spread.answer,
        **({} if results.smallest is None else {"smallest difference that shows": results.smallest}),
    }
