"""How estimates did on a memory of one's own: tables, and a picture."""

from collections.abc import Mapping

from mtassay.estimation.sampling.candidates import Candidates
from mtassay.estimation.sampling.rate_estimate import name_target
from mtassay.estimation.sampling.sequence import SequenceValidation
from mtassay.estimation.sampling.validation_result import FAMILY, METHODS, BudgetFigures, Validation
from mtassay.reports.document import Document, Table, Value, figure_sections
from mtassay.reports.drawing.frame import WIDTH, heading, section
from mtassay.reports.drawing.memory_figures import Series, lines, said
from mtassay.reports.drawing.picture import Picture

_METHODS = {
    "without_memory": "without memory",
    "repeats_alone": "repeats and a mean",
    "certified": "certified",
    "assisted": "assisted",
}
_PREDICTED = {
    "mean": "mean of the memory",
    "nearest": "nearest (EvalTrans)",
    "corrected": "corrected",
    "calibrated": "calibrated",
    "blend": "blend",
}


def validation_document(
    validation: Validation,
    facts: Mapping[str, Value],
    *,
    judges: str = "",
    sequence: SequenceValidation | None = None,
    candidates: Candidates | None = None,
) -> Document:
    """Judgments that a half width takes, budgets, nothing judged, segments, systems.

    `facts` name the project; `judges` says why judge effects were left as they are; `sequence` is of a memory that
    grew by queues alone, `candidates` are metrics side by side.
    """
    needed, budgets, *others = _tables(validation)
    if sequence is not None:
        others.append(_sequence(sequence, validation))
    if candidates is not None:
        others.insert(0, _candidates(candidates))
    facts = {**facts, **_facts(validation), **({"judge effects": judges} if judges else {})}
    return Document("Validation", (needed, *figure_sections([budgets], _picture(validation)), *others), facts=facts)


def _facts(validation: Validation) -> dict[str, Value]:
    """What the figures are of."""
    return {
        "revision": validation.revision,
        "systems": len(validation.systems),
        "left out": ", ".join(validation.left_out) or "none",
        **({"known to a metric": ", ".join(validation.known)} if validation.known else {}),
        "repeats %": 100 * validation.repeat_share,
        "draws": validation.draws,
        "seed": validation.seed,
        "distance": validation.distance,
        "references": validation.metric or "none",
        "judge effects": "taken away" if validation.judges_adjusted else "as they are",
        "judge memory": "used" if validation.judge_memory else "not used",
        "target": name_target("B", validation.near_repeats),
        "saving": validation.cost,
        "half width": validation.half_width,
    }


def _tables(validation: Validation) -> list[Table]:
    return [_needed(validation), _budgets(validation), _memory(validation), _segments(validation), _systems(validation)]


def _picture(validation: Validation) -> Picture | None:
    """Errors with and without the memory, and coverage, by how much is judged; None where all outputs are repeats."""
    if all(budget.error != budget.error for budget in validation.budgets):
        return None
    title = "What judging some of the new outputs brings"
    subtitle = (
        f"{len(validation.systems)} systems, each as if it were new; {validation.draws} queues of each, seed "
        f"{validation.seed}."
    )
    blocks = [heading(title, subtitle, WIDTH)]
    words = []
    for name, label, pairs in (
        (
            "Error of the SSER, root mean square",
            "points of SSER",
            [("certified", "certified", "error"), ("without_memory", "no memory", "error")],
        ),
        (
            "Intervals of 95 % that hold the truth",
            "%",
            [("certified", "certified", "coverage"), ("assisted", "assisted", "coverage")],
        ),
    ):
        series = [
            Series(
                shown, tuple((100 * figures.budget, _figure(figures, figure)) for figures in validation.figures(method))
            )
            for method, shown, figure in pairs
            if validation.figures(method)
        ]
        reach = (0.0, 100 * max(figures.budget for figures in validation.budgets))
        blocks.append(section(name, WIDTH, lines(series, "% of the new outputs judged", label, reach)))
        words += [f"{name}, {series_part.name}: {said(series_part)}." for series_part in series]
    return Picture("validation", title, " ".join(words), tuple(blocks))


def _figure(figures: BudgetFigures, name: str) -> float:
    return 100 * figures.coverage if name == "coverage" else figures.error


def _needed(validation: Validation) -> Table:
    rows = []
    for method in (*METHODS, "planned"):
        shown = _METHODS.get(method, "planned before")
        rows.append((shown, 100 * validation.needed(method), 100 * validation.needed(method, without_families=True)))
    families = sum(system.has_family for system in validation.systems)
    notes = [f"Of the test set, for a 95 % interval of ±{validation.half_width:g}."]
    if families:
        notes.append(
            f"Systems that share more than {100 * FAMILY:.0f} % of their outputs with another are families: {families}."
        )
    notes.append(f"Certified ones take {100 * validation.needed_words:.1f} % of the words.")
    if not validation.figures("assisted"):
        notes.append("Assisted estimates need judgments of at least five other systems.")
    heads = ("method", "judgments %", "without families %")
    return Table.of(heads, tuple(rows), frozenset({"method"}), "Judgments needed", tuple(notes))


def _candidates(candidates: Candidates) -> Table:
    """Which metric predictions should look at."""
    rows = tuple(
        (
            candidate.metric,
            *(100 * share for share in (candidate.needed, candidate.needed_words, candidate.coverage)),
            "take this one" if candidate is candidates.recommended else None,
        )
        for candidate in candidates.tried
    )
    notes = (
        "Certified estimates of the half width: judgments and words, of the test set; intervals of 95 % that hold.",
        f"The one to take saves {100 * candidates.saved:.1f} points of the judgments that no metric takes.",
        "Another than the first is taken only if it saves half a point more, and its intervals hold.",
        "Chosen by the judged systems alone, each as if it were new: choose before a new system is judged.",
    )
    heads = ("quality", "judgments %", "words %", "coverage %", "advice")
    return Table.of(heads, rows, frozenset({"quality", "advice"}), "Metrics that predictions may look at", notes)


def _sequence(sequence: SequenceValidation, validation: Validation) -> Table:
    """What each system takes in a memory that grew by queues."""
    rows = []
    for earlier in sequence.places:
        steps = sequence.at(earlier)
        shares = [100 * step.share for step in steps]
        repeats = [100 * step.repeats / step.outputs for step in steps]
        widths = [step.half_width for step in steps]
        covered = sum(step.is_covered for step in steps)
        rows.append((earlier, *(sum(values) / len(steps) for values in (repeats, shares, widths)), covered, len(steps)))
    heads = ("systems before", "repeats %", "judgments %", "±", "intervals that hold", "of")
    first = (
        f"{sequence.full} systems are judged in full, and all later ones by queues for ±{sequence.half_width:g} alone"
    )
    last, usual = 100 * sequence.last_share, 100 * validation.needed("certified")
    notes = (
        f"{first}; {sequence.orders} orders, seed {sequence.seed}.",
        f"The last three take {last:.1f} % of the test set; with all others judged in full it is {usual:.1f} %.",
    )
    return Table.of(heads, tuple(rows), title="Judged by queues alone", notes=notes)


def _budgets(validation: Validation) -> Table:
    rows = tuple(
        (
            _METHODS[budget.method],
            100 * budget.budget,
            budget.error,
            budget.bias,
            budget.width,
            100 * budget.coverage,
            100 * budget.fresh_coverage,
            100 * budget.order,
        )
        for budget in validation.budgets
    )
    heads = ("method", "judged %", "error", "bias", "width", "coverage %", "for target A %", "order %")
    notes = (
        "Judged: share of the new outputs, as many judgments for all methods. Error: root mean square, in points.",
        "Order: share of the other systems that the new one is ordered right against.",
    )
    return Table.of(heads, rows, frozenset({"method"}), "Some of the new outputs judged", notes)


def _memory(validation: Validation) -> Table:
    rows = tuple(
        (
            _PREDICTED[figures.method],
            figures.error,
            figures.squared_error,
            100 * figures.order,
            100 * figures.clear_order,
        )
        for figures in validation.memory
    )
    heads = ("prediction", "|error|", "error", "order %", "order of clear %")
    notes = [
        "Against fresh scores (target A). Order is that of two systems which are both new; clear is a gap above 1."
    ]
    covered = validation.covered
    if covered == covered:
        notes.append(f"Intervals of the blend held the truth for {100 * covered:.0f} % of the systems.")
    return Table.of(heads, rows, frozenset({"prediction"}), "Nothing judged", tuple(notes))


def _segments(validation: Validation) -> Table:
    rows = (
        ("calibrated", validation.segment_error, validation.segment_squared_error, 100 * validation.segment_coverage),
        ("nearest (EvalTrans)", validation.nearest_error, validation.nearest_squared_error, None),
    )
    heads = ("prediction", "|error|", "error", "coverage %")
    notes = ("Of outputs that nobody had judged, in points of 0 to 10.",)
    return Table.of(heads, rows, frozenset({"prediction"}), "Single segments", notes)


def _systems(validation: Validation) -> Table:
    rows = tuple(
        (
            system.name,
            system.outputs,
            100 * system.repeats / system.outputs,
            system.sser,
            system.predicted,
            None if system.interval is None else system.interval[0],
            None if system.interval is None else system.interval[1],
            system.closest,
            100 * system.shared,
            system.without_memory,
            system.planned,
            system.certified,
            system.assisted,
        )
        for system in validation.systems
    )
    heads = (
        "system",
        "outputs",
        "repeats %",
        "SSER",
        "predicted",
        "low",
        "high",
        "closest",
        "shared %",
        "no memory",
        "planned",
        "certified",
        "assisted",
    )
    notes = [f"The last four are judgments for ±{validation.half_width:g}."]
    if validation.too_few:
        notes.append(f"Too few outputs were judged to say anything of: {', '.join(validation.too_few)}.")
    return Table.of(heads, rows, frozenset({"system", "closest"}), "Systems", tuple(notes))
