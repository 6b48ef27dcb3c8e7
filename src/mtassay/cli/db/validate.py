"""`mtassay db validate`: whether estimates keep their promise on this memory."""

from typing import TYPE_CHECKING

import click

from mtassay.cli.db.predicting import (
    check_half_widths,
    choices_given,
    cost_option,
    read_references,
    systems_with_outputs,
    validation_options,
)
from mtassay.cli.db.session import check_revision, database_options, files_of, reading, revision_option
from mtassay.cli.options import OutputOptions, output_options

if TYPE_CHECKING:
    from mtassay.estimation.prediction.quality import Qualities
    from mtassay.estimation.sampling.validation_result import Validation
    from mtassay.store.memory.stored_memory import StoredMemory

_EXAMPLES = """\b
Examples:
  mtassay db validate
  mtassay db validate --draws 1000 --width 0.5 --plot validation.svg
  mtassay db validate --leave reference --format json
  mtassay db validate --near-repeats --cost words --sequence
  mtassay db validate -r reference.txt --quality chrf --quality given:path=comet.tsv --quality learned:path=house.json
"""


@click.command("validate", epilog=_EXAMPLES)
@click.option(
    "--draws",
    type=click.IntRange(1, 1_000_000),
    default=200,
    show_default=True,
    metavar="N",
    help="Queues drawn of each system.",
)
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, metavar="N", help="Of these draws.")
@click.option(
    "--width",
    type=float,
    callback=check_half_widths,
    default=1.0,
    show_default=True,
    metavar="POINTS",
    help="Half of the 95 % interval that judgments are counted for, in points of SSER.",
)
@click.option(
    "--leave", metavar="SYSTEM", default="", help="Leave this system out of everything: a human one, perhaps."
)
@click.option(
    "--judge-memory/--no-judge-memory",
    "judge_memory",
    default=True,
    show_default=True,
    help="Predict outputs by what their judges said of the sources before, as queues of named judges do.",
)
@click.option(
    "--sequence",
    "is_sequence",
    is_flag=True,
    help="Also: three systems judged in full, and all later ones by queues alone.",
)
@click.option("--plot", metavar="FILE.svg", help="Also draw errors and coverage by how much is judged.")
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
@validation_options
@cost_option
@revision_option
@database_options
@output_options
def command(
    draws: int,
    seed: int,
    width: float,
    leave: str,
    judge_memory: bool,
    is_sequence: bool,
    plot: str | None,
    quiet: bool,
    distance: str | None,
    references: tuple[str, ...],
    judge_effects: bool | None,
    qualities: tuple[str, ...],
    near_repeats: bool | None,
    cost: str | None,
    revision: int | None,
    location: str,
    project_name: str | None,
    output: OutputOptions,
) -> None:
    """Estimate every system of the memory as if it were new, and compare with what people said of it.

    Each system is left out in turn, its queue is drawn many times, and its judgments are taken for those that the
    queue would bring; for the order of two new systems both are left out. Judgments must say whose output they are of.
    Systems of which few outputs were judged, such as those of a queue just begun, are named and not validated; nor are
    those from whose judgments a metric of --quality was learned.
    """
    from mtassay.cli.output import check_writable, write_whole
    from mtassay.cli.progress import progress_bar
    from mtassay.estimation.prediction.cost import JUDGMENTS
    from mtassay.estimation.prediction.quality import CHRF
    from mtassay.estimation.sampling.candidates import compare_candidates, known_to
    from mtassay.estimation.sampling.sequence import FULL, ORDERS, validate_sequence
    from mtassay.estimation.sampling.validation import validate
    from mtassay.human.judge_effects import fit_judge_effects
    from mtassay.metrics.base import metric
    from mtassay.reports.formats.svg import Svg
    from mtassay.reports.results.validation import validation_document
    from mtassay.store.memory.stored_memory import load_memory

    destination = output.destination(files_of(location))
    if plot is not None:
        if not plot.lower().endswith(".svg"):
            raise click.UsageError(f"--plot {plot}: pictures are SVG; end the name in .svg")
        check_writable(plot, files_of(location))
        destination.refuse_same("--plot", plot)
    given = choices_given(distance, judge_effects, None, near_repeats, cost)
    specs = [metric(spec).spec for spec in dict.fromkeys(qualities)] or [CHRF]
    lines = read_references(references)
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        stored = load_memory(connection, project, revision)
    memory = stored.memory
    if leave:
        _check_known(leave, memory.systems)
    effects = fit_judge_effects(memory) if given.get("judge_effects", True) else None
    count = len(memory.systems)
    known = known_to(specs, memory)
    qualities_by_spec = {spec: _qualities(stored, lines, spec) for spec in specs}
    has_judges = judge_memory and bool((memory.counting.judge >= 0).any())
    predicting = {
        "judge_memory": has_judges,
        "near_repeats": given.get("near_repeats", False),
        "cost": given.get("cost", JUDGMENTS),
    }

    def validated(spec: str) -> "Validation":
        used = qualities_by_spec.get(spec)
        with progress_bar(count + count * (count - 1) // 2, "Systems and pairs", quiet=quiet) as advance:
            return validate(
                memory,
                None if used is None else used.targets,
                effects,
                by,
                draws,
                seed,
                width,
                metric="" if used is None else used.metric,
                leave=leave,
                advance=advance,
                known=known,
                **predicting,
            )

    by = given.get("distance", "edits")
    sequence = None
    validation = validated(specs[0])
    candidates = None
    if len(specs) > 1:
        candidates = compare_candidates(specs, lambda spec: validation if spec == specs[0] else validated(spec))
    if is_sequence:
        first = qualities_by_spec[specs[0]]
        targets = None if first is None else first.targets
        with progress_bar(ORDERS * max(count - FULL, 0), "Systems by queues", quiet=quiet) as advance:
            sequence = validate_sequence(
                memory, targets, effects, by, ORDERS, seed, width, leave, advance, **predicting
            )
    judges = f"as they are, because {effects.reason}" if effects is not None and not effects.is_fitted else ""
    document = validation_document(
        validation, {"project": project.name}, judges=judges, sequence=sequence, candidates=candidates
    )
    if plot is not None:
        if not document.figures:
            click.echo("There is nothing to draw: no output of any system is new to the others.", err=True)
        else:
            write_whole(plot, [Svg().write(document)])
    destination.write_document(document)


def _check_known(name: str, known: tuple[str, ...]) -> None:
    from mtassay.errors import NotFound
    from mtassay.settings import did_you_mean

    if name not in known:
        raise NotFound(
            f"there is no system {name!r}{did_you_mean(name, known)}; there are {', '.join(known) or 'none'}"
        )


def _qualities(stored: "StoredMemory", lines: list[list[str]], spec: str) -> "Qualities | None":
    """Of each target of the memory, by a file of scores, or references that stand beside the outputs of some run."""
    from mtassay.errors import InputError
    from mtassay.estimation.prediction.quality import find_qualities
    from mtassay.human.translations import outputs_of

    if not lines:
        return find_qualities(stored.memory, None, {}, spec)
    for system in reversed(systems_with_outputs(stored)):
        translations = outputs_of(stored.memory, system)
        if len(translations) == len(lines):
            references: dict[int, list[str]] = {}
            for source, texts in zip(translations.source.tolist(), lines, strict=True):
                references.setdefault(source, []).extend(texts)
            return find_qualities(stored.memory, None, references, spec)
    raise InputError(f"there are references for {len(lines)} segments, and no system has as many outputs")
