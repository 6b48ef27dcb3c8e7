"""`mtassay metrics`: what can be computed, and how it can be set."""

import click


@click.command(epilog="\b\nExamples:\n  mtassay metrics\n  mtassay metrics bleu\n")
@click.argument("name", required=False)
def metrics(name: str | None) -> None:
    """List the metrics, or describe the one called NAME with its settings."""
    from mtassay.metrics.base import METRICS

    if name is None:
        width = max(map(len, METRICS))
        for key, cls in METRICS.items():
            click.echo(f"{key:<{width}}  {cls.title}; {_direction(cls.higher_is_better)}")
        click.echo("\nSettings and formula of one: mtassay metrics NAME")
        return

    import inspect

    from mtassay.settings import format_value, options_of

    cls = METRICS[name]
    click.echo(f"{name}: {cls.title}; {_direction(cls.higher_is_better)}\n")
    click.echo(inspect.cleandoc(cls.__doc__ or ""))
    click.echo("\nSettings")
    options = options_of(cls)
    width = max(len(f"{option.name}={format_value(option.default)}") for option in options)
    for option in options:
        default = f"{option.name}={format_value(option.default)}"
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        kind = "" if option.changes_scores else " [does not change scores]"
        click.echo(f"  {default:<{width}}  {option.help}{choices}{kind}")
    click.echo(f"\nPaper\n  {cls.paper}")


def _direction(higher_is_better: bool) -> str:
    return "higher is better" if higher_is_better else "lower is better"
