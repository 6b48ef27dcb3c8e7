"""Agreement of judges with each other, with themselves, and of rechecks with what is stored."""

from mtassay.estimation.figures.agreement_figures import AgreementFigures
from mtassay.human.agreement import Accord
from mtassay.human.consistency import Consistency
from mtassay.reports.document import Table, Value
from mtassay.reports.results.memory_overview import ends, known

_ACCORD = ("units", "difference", "distance", "exact %", "near %", "kappa", "linear", "quadratic", "alpha")


def agreement_tables(found: AgreementFigures) -> list[Table]:
    """The group, every pair, everybody alone, and rechecks; what there is nothing of says so."""
    return [_group(found), _pairs(found), _own(found), _rechecks(found.rechecks)]


def _group(found: AgreementFigures) -> Table:
    heads = ("coefficient", "value", "low", "high", "why not")
    if not found.coefficients:
        notes = ("No translation was judged by two judges, so there is no agreement between them to measure.",)
        return Table.of(heads, (), frozenset({"why not"}), "agreement", notes)
    rows = tuple((one.name, *ends(one.figure), one.reason) for one in found.coefficients)
    said = [f"{found.judges} judges, {found.units} translations that at least two of them judged."]
    if found.reason:
        said.append(f"No kappas of all judges: {found.reason}.")
    return Table.of(heads, rows, frozenset({"why not"}), "agreement", tuple(said))


def _pairs(found: AgreementFigures) -> Table:
    heads = ("first", "second", *_ACCORD)
    rows = tuple((one.first, one.second, *_accord(one)) for one in found.pairs)
    notes = (_meaning(found.pairs[0]),) if found.pairs else ("There are no two judges of the same translation.",)
    return Table.of(heads, rows, frozenset({"second"}), "pairs of judges", notes)


def _own(found: AgreementFigures) -> Table:
    heads = ("judge", *_ACCORD)
    rows = tuple((one.first, *_accord(one)) for one in found.own)
    notes = () if rows else ("No judge has judged the same translation twice.",)
    return Table.of(heads, rows, title="self-agreement", notes=notes)


def _rechecks(rechecks: Consistency | None) -> Table:
    heads = ("figure", "value")
    if rechecks is None:
        note = "No stored judgment was rechecked; judge some of them again"
        return Table.of(heads, (), title="rechecks", notes=(note,))
    one = rechecks.accord
    rows = (
        ("rechecks", one.units),
        ("by a judge of before", rechecks.by_same),
        ("by others", rechecks.by_others),
        ("mean difference, points", one.difference),
        ("mean distance, points", one.distance),
        ("exact %", 100 * one.exact),
        ("near %", 100 * one.near),
        ("SSER as stored", rechecks.old_sser),
        ("SSER rechecked", rechecks.new_sser),
    )
    return Table.of(heads, rows, title="rechecks")


def _accord(one: Accord) -> tuple[Value, ...]:
    kappas = (one.kappa, one.linear_kappa, one.quadratic_kappa, one.alpha)
    values = (known(coefficient.value) for coefficient in kappas)
    return (one.units, one.difference, one.distance, 100 * one.exact, 100 * one.near, *values)


def _meaning(one: Accord) -> str:
    return f"Differences are the second less the first, in points of 0 to 10; near: at most {one.step:g} apart."
