"""`mtassay analyze`: where and why systems differ."""

import click

from mtassay.cli.arguments.analysing import Analysing, analyse, analysing_options
from mtassay.cli.arguments.comparing import LABELS, UNIT, WIDTH, Parts
from mtassay.cli.arguments.option_groups import option_group
from mtassay.cli.options import (
    NamedTexts,
    OutputOptions,
    WorkOptions,
    be_quiet,
    check_options,
    choose_metrics,
    metric_options,
    output_options,
    text_options,
    work_options,
)

_EXAMPLES = """\b
Examples:
  mtassay analyze -r reference.txt base.txt new.txt
  mtassay analyze -s source.txt -r reference.txt -l en base.txt new.txt -o analyses.xlsx
  mtassay analyze -r reference.txt base.txt new.txt -a words:counts=train.tsv.gz -a errors --where "length >= 20"
  mtassay analyze -r reference.txt base.txt new.txt --labels meta.tsv --unit document --where "domain in (news, chat)"
  mtassay analyze -s source.txt -r reference.txt base.txt new.txt -a terms -a consistency --glossary terms.tsv
  mtassay analyze -r ref.tok base=base.tok new=new.tok --words space --word-labels pos=ref.pos,base=base.pos,new=new.pos
"""


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="BASELINE SYSTEM...", nargs=-1, required=True)
@text_options
@metric_options
@output_options
@WIDTH
@analysing_options
@option_group("parts", Parts, LABELS, UNIT)
@check_options
@work_options
def analyze(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    output: OutputOptions,
    digits: int | None,
    analysing: Analysing,
    parts: Parts,
    strict: bool,
    work: WorkOptions,
) -> None:
    """Find out where and why systems differ.

    Words by frequency and shape, segments by length, classes of errors, names and numbers, repetition, n-grams, terms,
    checks, examples: each as a table, with what is beyond chance. BASELINE and SYSTEM are as for mtassay compare; one
    system alone is described.
    """
    from mtassay.cli.output import files_of_settings
    from mtassay.reports.results.analyses import analyses_document

    inputs = [*systems, *texts.files, *parts.labels, *analysing.files]
    inputs += files_of_settings([*metrics, *analysing.analyses])
    destination = output.destination(inputs)
    be_quiet(work.quiet)
    analyses = analyse(systems, texts, choose_metrics(metrics, work.threads), analysing, parts, work, strict=strict)
    destination.write_document(analyses_document(analyses, digits), digits, color=work.color)
