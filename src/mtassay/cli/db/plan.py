"""`mtassay db plan`: how many judgments a wanted precision takes."""

import click

from mtassay.cli.db.predicting import (
    SEED,
    beside_outputs,
    check_half_widths,
    choices_given,
    cost_option,
    judge_names,
    prediction_options,
    read_references,
    run_option,
    target_option,
)
from mtassay.cli.db.session import check_revision, database_options, files_of, reading, revision_option
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay db plan mysystem
  mtassay db plan mysystem --width 0.5 --width 1 --width 2 --target A
  mtassay db plan mysystem --judges anna,ben --near-repeats --cost words
"""


@click.command("plan", epilog=_EXAMPLES)
@click.argument("system")
@click.option(
    "--width",
    "widths",
    type=float,
    callback=check_half_widths,
    multiple=True,
    default=(1.0,),
    show_default="1",
    metavar="POINTS",
    help="Half of the 95 % interval, in points of SSER: 1 means ±1. May be repeated.",
)
@click.option(
    "--judges", metavar="NAME,…", help="Who is to judge: minutes and predictions are theirs [default: anybody]."
)
@target_option
@prediction_options
@cost_option
@run_option
@revision_option
@database_options
@output_options
def command(
    system: str,
    widths: tuple[float, ...],
    judges: str | None,
    target: str,
    distance: str | None,
    references: tuple[str, ...],
    judge_effects: bool | None,
    quality: str | None,
    near_repeats: bool | None,
    cost: str | None,
    run_name: str | None,
    revision: int | None,
    location: str,
    project_name: str | None,
    output: OutputOptions,
) -> None:
    """Say how many outputs of SYSTEM people must judge before its SSER is known to ±1 point, or as you wish.

    Where SYSTEM has an open queue, the plan is that of the queue. Words and minutes are those that judges read and
    need, at the pace of their earlier judgments.
    """
    from mtassay.estimation.prediction.dealing import Dealing
    from mtassay.estimation.sampling.drawn_queue import PredictionChoices, find_drawn_queue, predict_run
    from mtassay.estimation.sampling.plan import plan
    from mtassay.human.translations import outputs_of
    from mtassay.reports.results.plans import plan_document
    from mtassay.store.history.events import latest
    from mtassay.store.memory.stored_memory import ProjectHistory

    destination = output.destination(files_of(location))
    given = choices_given(distance, judge_effects, quality, near_repeats, cost)
    lines, names = read_references(references), judge_names(judges)
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        past = ProjectHistory(connection, project)
        stored = past.memory(latest(connection, project.id) if revision is None else revision)
        beside = beside_outputs(stored, outputs_of(stored.memory, system, run_name), lines)
        drawn = find_drawn_queue(connection, project, past, stored, system, run_name)
        queue = "none open"
        is_of_queue = False
        if drawn is not None and not drawn.queue.is_closed:
            is_of_queue = not given and not beside and not names
            queue = f"open, seed {drawn.queue.seed}{'' if is_of_queue else '; this plan is for another one'}"
        if drawn is not None and is_of_queue:
            run_prediction = drawn.run_prediction
        else:
            dealing = Dealing(tuple(names), SEED) if names else None
            run_prediction = predict_run(stored, system, run_name, PredictionChoices(**given), beside, dealing=dealing)
    prediction = run_prediction.prediction
    plans = [plan(prediction, width, target) for width in widths]
    document = plan_document(
        plans,
        prediction,
        target,
        {"project": project.name, "system": system, "revision": stored.memory.revision},
        queue,
    )
    destination.write_document(document)
