"""Which test and which interval a comparison is made with, by what a person says of them and what fits the data."""

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.settings import options_of, parse_spec
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.jackknife import Jackknife, JackknifeInterval
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import TESTS, PairedTest
from mtassay.significance.resampling import Resampling


def choose_procedures(
    default: str,
    *,
    test: str | None = None,
    draws: int | None = None,
    seed: int | None = None,
    interval: str | None = None,
    sample: str = "full",
) -> tuple[IntervalMethod, PairedTest]:
    """The interval and the test; what a spec says wins over the rest, and `default` is the spec where none is named.

    Everybody who asks a person goes through this, so that the same answers give the same numbers everywhere.
    """
    name, _ = parse_spec(test or default)
    # draws that were asked for win over those of the default
    spec = test or (default if draws is None else name)
    given = {"draws": draws, "seed": seed, "sample": sample if sample != "full" else None}
    known = {option.name for option in options_of(TESTS[name])}
    if draws is not None and "draws" not in known:
        raise SettingError(f"draws={draws} has no effect on the test {name}, which draws nothing; leave it out")
    chosen = TESTS.create(
        spec, **{key: str(value) for key, value in given.items() if value is not None and key in known}
    )
    beside = interval_beside(chosen, interval, seed=Bootstrap.seed if seed is None else seed, sample=sample)
    for key in ("seed", "sample"):
        if given[key] is not None and key not in known and not hasattr(beside, key):
            raise SettingError(f"{key}={given[key]} has no effect on the test {name} and {beside.title}; leave it out")
    return beside, chosen


def interval_beside(
    test: PairedTest, kind: str | None = None, *, seed: int = Bootstrap.seed, sample: str = "full"
) -> IntervalMethod:
    """The interval that stands beside the p-values of a test, and draws as the test does, as far as it draws."""
    kind = kind or ("jackknife" if isinstance(test, Jackknife) else "percentile")
    if kind == "jackknife":
        return JackknifeInterval()
    if isinstance(test, PairedBootstrap):  # one set of samples serves both
        return Bootstrap(draws=test.draws, seed=test.seed, sample=test.sample, interval=kind)
    # the draws asked for are those of the test, as randomization needs more than intervals do; the seed is for both
    return Bootstrap(interval=kind, sample=sample, seed=getattr(test, "seed", seed))


def check_units(evalset: EvalSet, unit: str | None, *procedures: PairedTest | IntervalMethod) -> None:
    """Refuse procedures for which the segments, or the parts by `unit`, are too few."""
    count, called = len(evalset), "segments"
    if unit is not None:
        count, called = len(set(evalset.labels.get(unit, ()))), f"parts by {unit}"
    for procedure in procedures:
        if isinstance(procedure, Resampling):
            procedure.check_size(count, called)
