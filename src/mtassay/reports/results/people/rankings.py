"""What rankings of people say: systems by every method, their differences, agreement, judges."""

from mtassay.errors import InputError
from mtassay.human.rankings.label_agreement import wmt_agreement
from mtassay.human.rankings.pairs import TIE, RankedPairs
from mtassay.human.rankings.rank_ranges import RankedRanges
from mtassay.human.rankings.wins_ratio import at_least_ratio
from mtassay.human.results.ranking_results import RankingResults
from mtassay.reports.document import Cell, Column, Document, IntervalBars, Row, Section, Table, Value
from mtassay.reports.results.people.agreement import agreement_table, ranking_agreement_lines
from mtassay.reports.results.people.disagreements import disputed_pairs_table
from mtassay.reports.results.people.scores import (
    cluster_of,
    difference_sections,
    estimate,
    judges_table,
    reason_notes,
)

_OTHERS = ("bradley-terry", "expected-wins")


def ranking_results_document(results: RankingResults, about: str = "") -> Document:
    """Systems with their intervals, every difference, how far judges agree, and each of them."""
    sections: list[Section] = [_systems(results), *difference_sections(results.systems)]
    sections += [agreement_table(ranking_agreement_lines(results)), judges_table(results.judges)]
    sections += [*disputed_pairs_table(results.disputed), *reason_notes(results.reasons)]
    facts = _facts(results.pairs, about)
    facts |= {f"left out: {what}": count for what, count in results.left_out.items()}
    return Document("Results of people's rankings", tuple(sections), facts=facts)


def wmt_rankings_document(
    ranges: RankedRanges, pairs: RankedPairs, collapsed: RankedPairs, about: str = ""
) -> Document:
    """Rankings as WMT published them: TrueSkill with rank ranges, a line between clusters, and WMT's own kappas."""
    cluster = {name: number for number, group in enumerate(ranges.clusters, 1) for name in group}
    ratios = dict(zip(pairs.systems, at_least_ratio(pairs.wins, pairs.ties).tolist(), strict=True))
    rows: list[Row] = [
        (each.system, cluster[each.system], each.value, each.first, each.last, ratios[each.system])
        for each in ranges.ranges
    ]
    columns = (
        Column("system", is_words=True),
        Column("cluster", digits=0),
        Column("trueskill", digits=3),
        Column("first rank", digits=0),
        Column("last rank", digits=0),
        Column("at least as good", digits=3),
    )
    systems = Table(
        columns,
        rows,
        name="systems",
        notes=(f"{ranges.runs} runs on resampled pairs; ranks without 2.5 % of the runs at both ends",),
    )
    agreement: list[Row] = []
    for name, between in (("between judges", True), ("of one judge", False)):
        try:
            rule = wmt_agreement(collapsed, between_judges=between)
        except InputError as error:
            agreement.append((name, None, None, None, str(error)))
        else:
            agreement.append((name, rule.kappa, rule.share, rule.comparable, ""))
    kappas = Table(
        (
            Column("of", is_words=True),
            Column("kappa", digits=4),
            Column("agreeing", digits=4),
            Column("over", digits=0),
            Column("reason", is_words=True, missing=""),
        ),
        agreement,
        title="Agreement by WMT's rule",
        name="agreement",
    )
    return Document("Rankings as at WMT", (systems, kappas), facts={**_facts(pairs, about), "as": "wmt"})


def _facts(pairs: RankedPairs, about: str) -> dict[str, Value]:
    return {
        **({"filter": about} if about else {}),
        "systems": len(pairs.systems),
        "judges": len(pairs.judges),
        "screens": len(set(pairs.task.tolist())),
        "segments": len(set(pairs.segment.tolist())),
        "pairs": len(pairs),
        "ties": int((pairs.label == TIE).sum()),
    }


def _systems(results: RankingResults) -> Table:
    systems = results.systems
    cluster = cluster_of(systems)
    values = dict(zip(_OTHERS, (results.strengths, results.expected), strict=True))
    other = next(name for name in _OTHERS if name != results.method)
    rows: list[list[Cell]] = [
        [
            score.system,
            cluster[score.system],
            estimate(score.value, score.half_width),
            values[other][score.system],
            results.ratios[score.system],
            score.answers,
        ]
        for score in systems.scores
    ]
    columns = (
        Column("system", is_words=True),
        Column("cluster", digits=0),
        Column(results.method, digits=4, has_ends=True),
        Column(other, digits=4),
        Column("wins ratio", digits=4),
        Column("pairs", digits=0),
    )
    notes = []
    if not results.is_connected:
        notes.append("some systems never lost to others: both sides of each pair were given a tenth of a win")
    bars = None
    if systems.differences:
        known = [score.value for score in systems.scores if score.value == score.value]
        mark = sum(known) / len(known)
        bars = IntervalBars(tuple(estimate(score.value, score.half_width) for score in systems.scores), mark)
    return Table(columns, rows, name="systems", notes=tuple(notes), bars=bars)
