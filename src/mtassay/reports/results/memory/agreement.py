"""Agreement of judges with each other, with themselves, and of rechecks with what is stored."""

from mtassay.estimation.figures.agreement_figures import AgreementFigures
from mtassay.estimation.figures.with_interval import ends, known
from mtassay.human.agreement import Accord
from mtassay.human.consistency import Consistency
from mtassay.reports.document import Table, Value

_ACCORD = ("units", "difference", "distance", "exact %", "near %", "kappa", "linear", "quadratic", "alpha")


def agreement_tables(agreement: AgreementFigures) -> list[Table]:
    """The group, every pair, everybody alone, and rechecks; what there is nothing of says so."""
    return [_group(agreement), _pairs(agreement), _own(agreement), _rechecks(agreement.rechecks)]


def _group(agreement: AgreementFigures) -> Table:
    heads = ("coefficient", "value", "low", "high", "why not")
    if not agreement.coefficients:
        notes = ("No translation was judged by two judges, so there is no agreement between them to measure.",)
        return Table.of(heads, (), frozenset({"why not"}), "agreement", notes)
    rows = tuple(
        (coefficient.name, *ends(coefficient.figure), coefficient.reason) for coefficient in agreement.coefficients
    )
    said = [f"{agreement.judges} judges, {agreement.units} translations that at least two of them judged."]
    if agreement.reason:
        said.append(f"No kappas of all judges: {agreement.reason}.")
    return Table.of(heads, rows, frozenset({"why not"}), "agreement", tuple(said))


def _pairs(agreement: AgreementFigures) -> Table:
    heads = ("first", "second", *_ACCORD)
    rows = tuple((pair.first, pair.second, *_accord(pair)) for pair in agreement.pairs)
    notes = (
        (_meaning(agreement.pairs[0]),) if agreement.pairs else ("There are no two judges of the same translation.",)
    )
    return Table.of(heads, rows, frozenset({"second"}), "pairs of judges", notes)


def _own(agreement: AgreementFigures) -> Table:
    heads = ("judge", *_ACCORD)
    rows = tuple((accord.first, *_accord(accord)) for accord in agreement.own)
    notes = () if rows else ("No judge has judged the same translation twice.",)
    return Table.of(heads, rows, title="self-agreement", notes=notes)


def _rechecks(rechecks: Consistency | None) -> Table:
    heads = ("figure", "value")
    if rechecks is None:
        note = "No stored judgment was rechecked; judge some of them again"
        return Table.of(heads, (), title="rechecks", notes=(note,))
    accord = rechecks.accord
    rows = (
        ("rechecks", accord.units),
        ("by a judge of before", rechecks.by_same),
        ("by others", rechecks.by_others),
        ("mean difference, points", accord.difference),
        ("mean distance, points", accord.distance),
        ("exact %", 100 * accord.exact),
        ("near %", 100 * accord.near),
        ("SSER as stored", rechecks.old_sser),
        ("SSER rechecked", rechecks.new_sser),
    )
    return Table.of(heads, rows, title="rechecks")


def _accord(accord: Accord) -> tuple[Value, ...]:
    kappas = (accord.kappa, accord.linear_kappa, accord.quadratic_kappa, accord.alpha)
    values = (known(coefficient.value) for coefficient in kappas)
    return (accord.units, accord.difference, accord.distance, 100 * accord.exact, 100 * accord.near, *values)


def _meaning(accord: Accord) -> str:
    return f"Differences are the second minus the first, in points of 0 to 10; near: at most {accord.step:g} apart."
