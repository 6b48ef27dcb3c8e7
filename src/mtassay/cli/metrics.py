"""`mtassay metrics`: what can be computed, and how it can be set."""

import click

from mtassay.cli.options import OutputOptions, output_options


@click.command(epilog="\b\nExamples:\n  mtassay metrics\n  mtassay metrics bleu\n  mtassay metrics --format json\n")
@click.argument("name", required=False)
@output_options
def metrics(name: str | None, output: OutputOptions) -> None:
    """List the metrics, or explain the one called NAME.

    Of one: formula, range, what it is good and bad at, where programs disagree, settings and paper.
    """
    from dataclasses import replace

    from mtassay.reports.document import Note
    from mtassay.reports.results.metric_descriptions import metric_document, metric_list_document

    destination = output.destination()
    if name is not None:
        destination.write_document(metric_document(name))
        return
    document = metric_list_document()
    more = Note(("All about one: mtassay metrics NAME",))
    destination.write_document(replace(document, sections=(*document.sections, more)))
