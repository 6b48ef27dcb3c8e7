"""Which test and which interval a comparison is made with, by what a person says of them and what fits the data."""

from mtassay.errors import SettingError
from mtassay.settings import options_of, parse_spec
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import TESTS, PairedTest


def choose_procedures(
    default: str,
    *,
    test: str | None = None,
    draws: int | None = None,
    seed: int | None = None,
    interval: str | None = None,
    sample: str = "full",
) -> tuple[Bootstrap, PairedTest]:
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
    kind = interval or "percentile"
    if isinstance(chosen, PairedBootstrap):  # one set of samples serves both
        return Bootstrap(draws=chosen.draws, seed=chosen.seed, sample=chosen.sample, interval=kind), chosen
    # the draws asked for are those of the test, as randomization needs more than intervals do; the seed is for both
    start = getattr(chosen, "seed", Bootstrap.seed if seed is None else seed)
    return Bootstrap(interval=kind, sample=sample, seed=start), chosen
