"""`mtassay metrics`: what can be computed, and how it can be set."""

from collections.abc import Iterator

import click


@click.command(epilog="\b\nExamples:\n  mtassay metrics\n  mtassay metrics bleu\n")
@click.argument("name", required=False)
def metrics(name: str | None) -> None:
    """List the metrics, or explain the one called NAME.

    Of one: formula, range, what it is good and bad at, where programs disagree, settings and paper.
    """
    from mtassay.cli.output import print_result

    print_result("".join(f"{line}\n" for line in (_list_all() if name is None else _describe(name))))


def _list_all() -> Iterator[str]:
    from mtassay.metrics.base import METRICS, usual_direction

    width = max(map(len, METRICS))
    for name, cls in METRICS.items():
        yield f"{name:<{width}}  {cls.title}; {usual_direction(cls)}"
    yield "\nAll about one: mtassay metrics NAME"


def _describe(name: str) -> Iterator[str]:
    import inspect

    from mtassay.metrics.base import METRICS, advice, usual_direction
    from mtassay.settings import format_value, options_of

    cls = METRICS[name]
    yield f"{name}: {cls.title}; {usual_direction(cls)}\n"
    yield inspect.cleandoc(cls.__doc__ or "")
    for heading, words in advice(cls).items():
        yield from _section(heading, words)
    yield "\nSettings"
    defaults = [f"{option.spelled}={format_value(option.default)}" for option in options_of(cls)]
    width = max(map(len, defaults))
    for option, default in zip(options_of(cls), defaults, strict=True):
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        kind = "" if option.changes_scores else " [does not change scores]"
        yield f"  {default:<{width}}  {option.help}{choices}{kind}"
    yield from _section("Paper", cls.paper)


def _section(heading: str, words: str) -> Iterator[str]:
    import textwrap

    yield f"\n{heading}"
    yield textwrap.fill(words, 98, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
