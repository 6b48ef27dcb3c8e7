"""A metric that was learned from judgments: what it gains over its best part, and what it is made of."""

from collections.abc import Iterator

from mtassay.metaeval.learning.learn import LearnedMetric
from mtassay.reports.document import Column, Document, Exact, Form, Note, Row, Signature, Table, Value

_DIGITS = 4


def learned_document(learned: LearnedMetric) -> Document:
    """What it gains comes first, then its parts, or the parameters of the one that was tuned."""
    held_out, parts = _held_out_table(learned), _parts_table(learned)
    tuned = (_parameters_table(learned),) if learned.parameters else ()
    notes = (Note(learned.notes, title="Notes"),) if learned.notes else ()
    return Document(
        "A metric of your own judgments",
        (Note(tuple(_sentences(learned))), held_out, *tuned, parts, *notes),
        facts=_facts(learned),
        signatures=tuple(
            Signature(label, "", part.signature) for label, part in zip(learned.labels, learned.file.parts, strict=True)
        ),
        data=(held_out, *tuned, parts, _systems_table(learned)),
        main="held-out",
    )


def _sentences(learned: LearnedMetric) -> Iterator[str]:
    best = learned.best_part
    better, worse = learned.figures("better"), learned.figures("worse")
    if learned.parameters:
        yield from _sentences_of_tuned(best, bool(better), bool(worse))
    elif better and worse:
        yield f"Better than {best}, its best part, by one statistic and worse by another: see which one you need."
    elif better:
        yield f"It gains: on outputs that no model had seen it agrees better with people than {best}, its best part."
    elif worse:
        yield f"It gains nothing, it loses: {best}, the best of its parts, agrees better with people. Use that instead."
    else:
        yield (
            "It gains nothing that shows: on outputs that no model had seen it agrees no better with people than "
            f"{best}, the best of its parts. Use that instead."
        )
    for verdict in ("better", "worse"):
        for figure in learned.figures(verdict, are_asked=False):
            other = "before" if learned.parameters else figure.part
            yield f"By what it was not learned for, {figure.statistic}, it is {verdict} than {other}."


def _sentences_of_tuned(label: str, is_better: bool, is_worse: bool) -> Iterator[str]:
    """The same of a metric that was tuned, beside itself with the parameters it had."""
    if is_better and is_worse:
        yield f"Tuned, {label} is better than before by one statistic and worse by another: see which one you need."
    elif is_better:
        yield f"Tuning gains: on outputs that no model had seen {label} agrees better with people than before."
    elif is_worse:
        yield f"Tuning gains nothing, it loses: {label} agreed better with people before. Keep the parameters it had."
    else:
        yield (
            f"Tuning gains nothing that shows: on outputs that no model had seen {label} agrees no better with people "
            "than before. Keep the parameters it had."
        )


def _facts(learned: LearnedMetric) -> dict[str, Value]:
    file = learned.file
    return {
        "people": file.gold,
        "systems": len(file.systems),
        "segments": file.segments,
        "judged outputs": file.judged_outputs,
        "method": f"{file.method}: {learned.words}",
        **({} if learned.parameters else {"penalty": Exact(file.penalty)}),
        "folds": f"{file.source_folds} of sources × {file.system_folds} of systems",
        "kept together": learned.unit,
        "seed": file.seed,
        "digest of judgments": file.training,
    }


def _held_out_table(learned: LearnedMetric) -> Table:
    columns = (
        Column("statistic"),
        Column("tuned" if learned.parameters else "learned", digits=_DIGITS),
        Column("before" if learned.parameters else "best part"),
        Column("its value", digits=_DIGITS),
        Column("difference", digits=_DIGITS, form=Form.SIGNED),
        Column("p", form=Form.P_VALUE),
        Column("verdict"),
    )
    rows: list[Row] = [
        (
            *(figure.statistic, figure.learned, figure.part, figure.best_part, figure.learned - figure.best_part),
            *(None if figure.p_value is None else Exact(figure.p_value), figure.verdict),
        )
        for figure in learned.file.held_out
    ]
    notes = [
        "Each output is scored by a model that saw neither its source nor its system.",
        *_best_parts(learned),
        "Sign flips of whole segments, Holm; verdicts at 0.05.",
    ]
    notes += [f"Held out together, as they share many outputs: {', '.join(names)}." for names in learned.families]
    return Table(columns, rows, title="On outputs that no model had seen", notes=tuple(notes), name="held-out")


def _best_parts(learned: LearnedMetric) -> Iterator[str]:
    """Which part each model would take; one part is the best without being chosen."""
    if not learned.parameters:
        for words, taken in learned.best_parts.items():
            chosen = ", ".join(f"{label} {count}×" for label, count in taken)
            yield f"Best part, {words}, where each model learned: {chosen}."


def _parameters_table(learned: LearnedMetric) -> Table:
    columns = (Column("parameter"), Column("before", digits=2), Column("tuned", digits=2))
    rows: list[Row] = [(each.name, each.before, each.after) for each in learned.parameters]
    return Table(columns, rows, title="Its parameters", notes=("Of stages: the weight.",), name="parameters")


def _parts_table(learned: LearnedMetric) -> Table:
    """A weight says little of what a part is worth where others say nearly the same."""
    columns = (
        Column("part"),
        Column("spec"),
        *(Column(name, digits=_DIGITS) for name in ("weight", "mean", "standard deviation", "weight of one deviation")),
    )
    rows: list[Row] = [
        (label, part.spec, part.weight, part.mean, part.spread, part.weight * part.spread)
        for label, part in zip(learned.labels, learned.file.parts, strict=True)
    ]
    note = "Of parts that say nearly the same the weights say little by themselves, whatever their sign."
    notes = () if learned.parameters else (note,)
    return Table(columns, rows, title="What it is made of", notes=notes, name="parts")


def _systems_table(learned: LearnedMetric) -> Table:
    rows: list[Row] = [(system.name, system.outputs) for system in learned.file.systems]
    return Table((Column("system"), Column("digest of outputs")), rows, name="systems")
