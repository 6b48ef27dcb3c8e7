"""`mtassay db queue`: which outputs of a new system people judge, in which order, and who."""

import shlex
from typing import TYPE_CHECKING, Any

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
)
from mtassay.cli.db.session import database_options, files_of, reading, shown_range, user_name, who_option, writing
from mtassay.cli.options import OutputOptions, output_options

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mtassay.estimation.sampling.drawn_queue import DrawnQueue
    from mtassay.reports.document import Document
    from mtassay.store.contents.projects import Project

_EXAMPLES = """\b
Examples:
  mtassay db queue mysystem --judges anna,ben --count 60   # draw it
  mtassay db queue mysystem --judges anna,ben --cost words # with less to read
  mtassay db queue mysystem                                # how far is it?
  mtassay db queue mysystem --judges anna --count 80       # hand over, ask for more
  mtassay db queue mysystem --no-score 17                  # nobody can judge item 17
  mtassay db queue mysystem --close
"""


@click.command("queue", epilog=_EXAMPLES)
@click.argument("system")
@click.option(
    "--judges",
    metavar="NAME,…",
    help="Who judges; all get the same number of items, of sources that they know [default: anybody, one at a time].",
)
@click.option("--count", "wanted", type=click.IntRange(1), metavar="N", help="How many items to ask for.")
@click.option(
    "--width",
    type=float,
    callback=check_half_widths,
    metavar="POINTS",
    help="As many as the plan has for this half width of the interval [default: 1].",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Seed of the draw [default: 12345].")
@click.option("--no-score", "places", type=int, multiple=True, metavar="ITEM", help="Leave out what nobody can judge.")
@click.option("--close", "is_closing", is_flag=True, help="Ask for no more; another queue can be drawn then.")
@click.option("--items", "with_items", is_flag=True, help="List the items too.")
@prediction_options
@cost_option
@run_option
@database_options
@who_option
@output_options
def command(
    system: str,
    judges: str | None,
    wanted: int | None,
    width: float | None,
    seed: int | None,
    places: tuple[int, ...],
    is_closing: bool,
    with_items: bool,
    distance: str | None,
    references: tuple[str, ...],
    judge_effects: bool | None,
    quality: str | None,
    near_repeats: bool | None,
    cost: str | None,
    run_name: str | None,
    location: str,
    project_name: str | None,
    who: str | None,
    output: OutputOptions,
) -> None:
    """Draw the judging queue of SYSTEM if it has none that is open, and show how far it is.

    Its new outputs stand in an order that is drawn once: any first part of them that people judge gives an SSER that
    is right on average, with an interval. `mtassay judge --queue SYSTEM` asks for them.
    """
    if wanted is not None and width is not None:
        raise click.UsageError("--count and --width say the same in two ways; give one")
    if is_closing and places:
        raise click.UsageError("--close and --no-score: do one after the other")
    destination = output.destination(files_of(location))
    names = None if judges is None else judge_names(judges)
    given = choices_given(distance, judge_effects, quality, near_repeats, cost)
    lines = read_references(references)
    changes = bool(places or is_closing or wanted or width or judges is not None)  # none of these is 0
    drawing = bool(seed is not None or given or lines)

    revisions: list[int] = []
    with reading(location, project_name) as (connection, project):
        drawn = _find(connection, project, system, run_name)
    if drawn is not None and not drawn.queue.is_closed:
        if drawing:
            _refuse_second(drawn)
        if changes:
            with writing(location, project_name) as (connection, project):
                revisions = _change(
                    connection, project, drawn, names, wanted, width, places, is_closing, user_name(who)
                )
    elif is_closing or places:
        from mtassay.errors import NotFound
        from mtassay.store.judging.queues import arguments_of

        arguments = arguments_of(system, run_name)
        raise NotFound(f"{system} has no open queue; draw one: mtassay db queue {arguments}")
    else:
        with writing(location, project_name) as (connection, project):
            revisions = _draw(
                connection, project, system, run_name, given, lines, seed, names, wanted, width, user_name(who)
            )
    with reading(location, project_name) as (connection, project):
        stored_queue = _find(connection, project, system, run_name)
        assert stored_queue is not None  # drawn by now
        document = _state(connection, project, stored_queue, with_items)
    destination.write_document(document)
    if destination.format == "text":
        click.echo(f"\nNext: {_next(stored_queue, document)}")
        if revisions:
            click.echo(f"To undo it: mtassay db restore {shown_range(tuple(revisions))}")


def _next(drawn: "DrawnQueue", document: "Document") -> str:
    """The command for whoever has items left, or for the result where nobody has."""
    from mtassay.reports.results.queues import JUDGES

    queue = drawn.queue
    waiting = [str(row["judge"]) for row in document.table(JUDGES).records() if row["open"]]
    if queue.is_closed or not waiting:
        return f"mtassay db estimate {queue.arguments}"
    judge = waiting[0] if queue.judges else "NAME"
    return f"mtassay judge --queue {queue.arguments} --judge {shlex.quote(judge)}"


def _find(connection: "sa.Connection", project: "Project", system: str, run_name: str | None) -> "DrawnQueue | None":
    from mtassay.estimation.sampling.drawn_queue import find_drawn_queue
    from mtassay.store.history.events import latest
    from mtassay.store.memory.stored_memory import ProjectHistory

    past = ProjectHistory(connection, project)
    return find_drawn_queue(connection, project, past, past.memory(latest(connection, project.id)), system, run_name)


def _refuse_second(drawn: "DrawnQueue") -> None:
    from mtassay.errors import Conflict

    queue = drawn.queue
    raise Conflict(
        f"{queue.system} has an open queue already, drawn at revision {queue.drawn} with seed {queue.seed}, and "
        "--seed, -r, --by, --quality, --judge-effects, --near-repeats and --cost are for drawing one; to draw another, "
        "close it: "
        f"mtassay db queue {queue.arguments} --close"
    )


def _draw(
    connection: "sa.Connection",
    project: "Project",
    system: str,
    run_name: str | None,
    given: dict[str, Any],
    lines: list[list[str]],
    seed: int | None,
    names: list[str] | None,
    wanted: int | None,
    width: float | None,
    who: str,
) -> list[int]:
    """Draw a queue, and ask for its beginning; returns the revisions."""
    from mtassay.estimation.prediction.dealing import Dealing
    from mtassay.estimation.sampling.drawn_queue import PredictionChoices, predict_run, store_queue
    from mtassay.estimation.sampling.plan import planned_judgments
    from mtassay.human.translations import outputs_of
    from mtassay.store.judging.queues import assign
    from mtassay.store.memory.stored_memory import load_memory

    stored = load_memory(connection, project)
    beside = beside_outputs(stored, outputs_of(stored.memory, system, run_name), lines)
    seed = SEED if seed is None else seed
    dealing = Dealing(tuple(names), seed) if names else None
    run_prediction = predict_run(stored, system, run_name, PredictionChoices(**given), beside, dealing=dealing)
    queue = store_queue(connection, project, run_prediction, seed, who)
    number = planned_judgments(run_prediction.prediction, width or 1.0) if wanted is None else wanted
    assigned = assign(connection, project, queue, who, count=number, judges=names or ())
    return [queue.drawn, *([] if assigned is None else [assigned])]


def _change(
    connection: "sa.Connection",
    project: "Project",
    drawn: "DrawnQueue",
    names: list[str] | None,
    wanted: int | None,
    width: float | None,
    places: tuple[int, ...],
    is_closing: bool,
    who: str,
) -> list[int]:
    """Do what is asked for with an open queue; returns the revisions."""
    from mtassay.estimation.sampling.plan import planned_judgments
    from mtassay.store.judging.queues import assign, close_queue, leave_out, queue_of_run

    done: list[int | None] = []
    if places:
        done.append(leave_out(connection, project, drawn.queue, places, who))
    if wanted is not None or width is not None or names is not None:
        queue = queue_of_run(connection, project, drawn.queue.run)
        assert queue is not None  # it is open
        number = planned_judgments(drawn.run_prediction.prediction, width) if width is not None else wanted
        done.append(assign(connection, project, queue, who, count=number, judges=names))
    if is_closing:
        done.append(close_queue(connection, project, drawn.queue, who))
    return [revision for revision in done if revision is not None]


def _state(connection: "sa.Connection", project: "Project", drawn: "DrawnQueue", with_items: bool) -> "Document":
    from mtassay.estimation.sampling.current_estimate import queue_estimate
    from mtassay.reports.results.queues import queue_document
    from mtassay.store.judging.queues import answers
    from mtassay.store.memory.stored_memory import load_memory

    estimate = queue_estimate(load_memory(connection, project), drawn, drawn.judged(connection, project))
    judged_by = {answer.target: answer.judge for answer in answers(connection, project, drawn.queue)}
    return queue_document(drawn, estimate, judged_by, with_items=with_items)
