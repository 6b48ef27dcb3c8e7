"""`mtassay analyses`: which analyses there are, and what each tells."""

import click

from mtassay.cli.options import OutputOptions, output_options


@click.command(
    epilog="\b\nExamples:\n  mtassay analyses\n  mtassay analyses errors\n  mtassay analyses --format json\n"
)
@click.argument("name", required=False)
@output_options
def analyses(name: str | None, output: OutputOptions) -> None:
    """List the analyses, or explain the one called NAME.

    Of one: what it counts, what it cannot tell, what it needs, settings and paper.
    """
    from dataclasses import replace

    from mtassay.reports.document import Note
    from mtassay.reports.results.analysis_descriptions import analysis_document, analysis_list_document

    destination = output.destination()
    if name is not None:
        destination.write_document(analysis_document(name))
        return
    document = analysis_list_document()
    more = Note(("All about one: mtassay analyses NAME", "Run them: mtassay analyze -r reference.txt base.txt new.txt"))
    destination.write_document(replace(document, sections=(*document.sections, more)))
