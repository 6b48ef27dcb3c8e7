"""`mtassay judge`: people judge translations, by keyboard."""

import io
import math
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from mtassay.cli.db.session import count, database_options, using
from mtassay.human.answer_keys import CLASS_KEYS

if TYPE_CHECKING:
    from mtassay.cli.judging.session import JudgingSession
    from mtassay.estimation.sampling.drawn_queue import DrawnQueue
    from mtassay.store.contents.projects import Project
    from mtassay.store.database import Database
    from mtassay.store.judging.context import JudgingScope
    from mtassay.store.memory.stored_memory import StoredMemory

_EXAMPLES = """\b
Examples:
  mtassay judge --judge anna                        # what nobody has judged yet
  mtassay judge --judge anna --system neural        # the last outputs of a system
  mtassay judge --judge anna --queue neural         # the queue of a new system
  mtassay judge --judge anna --recheck 20 --seed 1  # am I consistent?
  printf '8 oo\\n10\\nq\\n' | mtassay judge --judge anna
"""


_CLASSES = ", ".join(f"{key} {name}" for key, name in CLASS_KEYS.items())
_HELP = f"""Judge translations one by one, by keyboard.

Every answer is stored when it is given; start again, and it goes on. Names of systems are not shown. The rules of the
project say in which order it asks, and whether scores of others are shown before you answer; see: mtassay db rules.
Where input is no terminal, each line is an answer: a score, a letter for each information item ({_CLASSES}, - none),
and # before a comment; u takes the last one back, q ends.
"""


@click.command(help=_HELP, epilog=_EXAMPLES)
@database_options
@click.option("--judge", "judge_name", metavar="NAME", required=True, help="Who judges.")
@click.option("--system", metavar="NAME", help="Only what this system produced in its last run.")
@click.option(
    "--queue", "queued", metavar="SYSTEM", help="The queue of a new system, in its order; see: mtassay db queue"
)
@click.option("--run", "run_name", metavar="NAME", help="--queue: of which run of the system [default: the last].")
@click.option(
    "--unknown/--all",
    "only_unknown",
    default=None,
    help="Only what nobody has judged, or also what others have [default: --all with --system, else --unknown].",
)
@click.option(
    "--recheck", "rechecks", type=click.IntRange(1), metavar="N", help="Judge N judged ones again, drawn at random."
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Which ones --recheck draws [default: 0].")
@click.option("--of", "of", metavar="NAME", help="Recheck what NAME judged, * for anyone [default: the judge].")
def judge(
    location: str,
    project_name: str | None,
    judge_name: str,
    system: str | None,
    queued: str | None,
    run_name: str | None,
    only_unknown: bool | None,
    rechecks: int | None,
    seed: int | None,
    of: str | None,
) -> None:
    """Judge translations one by one, by keyboard or by lines."""
    from mtassay.store.contents.projects import find_project
    from mtassay.store.judging.context import JudgingScope, system_number
    from mtassay.store.judging.questions import judge_names, latest_run

    _check_names(judge_name, system or "", of or "", queued or "", run_name or "")
    _check_options(rechecks, seed, of, system, only_unknown)
    if queued is not None:
        if system is not None or only_unknown is not None or rechecks is not None:
            raise click.UsageError("--queue has its own order: no --system, --unknown, --all, --recheck")
        _judge_queue(location, project_name, judge_name, queued, run_name)
        return
    if run_name is not None:
        raise click.UsageError("--run belongs to --queue SYSTEM; --system asks for the last outputs")
    whose = of or judge_name
    with using(location) as database:
        with database.reading() as connection:
            project = find_project(connection, project_name)
            if rechecks is not None:
                _check_known(whose, judge_names(connection, project))
                scope = JudgingScope(rechecks=rechecks, of=whose, recheck_seed=seed or 0)
            elif system is not None:
                latest_run(connection, project, system)  # says which systems there are, where this is none
                number = system_number(connection, project, system)
                scope = JudgingScope(system=number, only_unknown=bool(only_unknown))
            else:
                scope = JudgingScope(only_unknown=only_unknown is not False)
        _judge(database, project, judge_name, scope)
        if rechecks is not None:
            _report_consistency(database, project, judge_name, whose, seed or 0)


def _judge_queue(location: str, project_name: str | None, judge_name: str, system: str, run_name: str | None) -> None:
    """Ask for the items of a system's queue, and say after each answer how sure its SSER is by now."""
    from mtassay.errors import NotFound, Remedy
    from mtassay.estimation.sampling.drawn_queue import find_drawn_queue, queue_of_other_outputs
    from mtassay.store.contents.projects import find_project
    from mtassay.store.history.events import latest
    from mtassay.store.judging.context import JudgingScope
    from mtassay.store.memory.stored_memory import ProjectHistory

    with using(location) as database:
        with database.reading() as connection:
            project = find_project(connection, project_name)
            past = ProjectHistory(connection, project)
            stored = past.memory(latest(connection, project.id))
            drawn = find_drawn_queue(connection, project, past, stored, system, run_name)
            if drawn is None:
                other = queue_of_other_outputs(connection, project, stored, system, run_name)
                raise NotFound(
                    f"{system} has no queue{f' ({other})' if other else ''}; draw one",
                    remedy=Remedy.DRAW_QUEUE,
                    about={"system": system, "run": run_name or ""},
                )

        def tell() -> str:
            return _certified_so_far(database, project, stored, drawn)

        _judge(database, project, judge_name, JudgingScope(queue=drawn.queue.id), tell=tell)
        with suppress(OSError):
            click.echo(f"So far: {tell()}.")


def _certified_so_far(database: "Database", project: "Project", stored: "StoredMemory", drawn: "DrawnQueue") -> str:
    from mtassay.estimation.sampling.current_estimate import queue_estimate

    with database.reading() as connection:
        judged = drawn.judged(connection, project)
    estimate = queue_estimate(stored, drawn, judged)
    if estimate.method == "judged":
        return f"SSER {estimate.sser:.1f}, every output was judged"
    if estimate.half_width is None:
        if estimate.judged:
            return f"SSER {estimate.sser:.1f}, {estimate.method}; no interval, because {estimate.reason}"
        if judged.queue.dealt is not None:
            return f"no interval yet, because {estimate.reason}"
        waiting = f", {estimate.outside} behind an item that is open" if estimate.outside else ""
        return f"no interval yet{waiting}"
    return f"SSER {estimate.sser:.1f} ± {estimate.half_width:.1f} after {count(estimate.judged, 'judgment')}" + (
        f" and {estimate.outside} out of order" if estimate.outside else ""
    )


def _check_names(judge_name: str, *others: str) -> None:
    if not judge_name.strip() or len(judge_name) > 200:
        raise click.UsageError("--judge: a judge needs a name, of up to 200 characters")
    for name in (judge_name, *others):
        if not name.isprintable():
            raise click.UsageError(f"{name!r} is no name: it has characters that cannot be shown")


def _check_options(
    rechecks: int | None,
    seed: int | None,
    of: str | None,
    system: str | None,
    only_unknown: bool | None,
) -> None:
    if rechecks is None and (seed is not None or of is not None):
        raise click.UsageError("--seed and --of belong to --recheck N")
    if rechecks is not None and (system is not None or only_unknown is not None):
        raise click.UsageError("--recheck draws from all that was judged: no --system, --unknown, --all")


def _check_known(name: str, known: tuple[str, ...]) -> None:
    from mtassay.errors import NotFound
    from mtassay.settings import did_you_mean
    from mtassay.store.judging.questions import ANYONE

    if name != ANYONE and name not in known:
        raise NotFound(
            f"{name!r} has judged nothing in this project{did_you_mean(name, known)}; "
            f"judges are {', '.join(known) or 'none yet'}"
        )


def _judge(
    database: "Database",
    project: "Project",
    judge_name: str,
    scope: "JudgingScope",
    *,
    tell: Callable[[], str] | None = None,
) -> None:
    """Ask until all is judged or the judge leaves, and say how far it came, however it ends."""
    from mtassay.cli.judging.session import JudgingSession, Mode

    session = JudgingSession(database, project, judge_name, scope, tell=tell)
    if session.mode is Mode.DONE:
        click.echo("Nothing is left to judge" + (f"; {session.done} are judged." if session.done else "."))
        return
    try:
        if _has_screen():
            _judge_on_screen(session)
        else:
            _judge_by_lines(session)
    finally:
        session.leave()
        with suppress(OSError):  # the terminal may be what has gone
            click.echo(_summary(session))


def _summary(session: "JudgingSession") -> str:
    what = "rechecked" if session.is_recheck else "judged"
    left = f"{session.left} left; the same command goes on" if session.left else "none left"
    return f"{session.saved} {what} now, {left}."


def _has_screen() -> bool:
    import os

    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import termios  # noqa: F401  # not everywhere
    except ImportError:
        return False
    return True


def _judge_on_screen(session: "JudgingSession") -> None:
    from mtassay.cli.judging.screen import JudgingScreen
    from mtassay.cli.judging.session import Mode
    from mtassay.cli.judging.styled_text import look_of_terminal
    from mtassay.cli.output import wants_color
    from mtassay.cli.terminal import Terminal

    screen = JudgingScreen(look_of_terminal(has_styles=wants_color(None)))
    with Terminal() as terminal:
        terminal.show(screen.render(session, *terminal.size))
        for key in terminal.typed_keys():
            if key is not None and not screen.scroll(key, session):
                session.press(key)
            if session.mode is Mode.LEFT:
                return
            terminal.show(screen.render(session, *terminal.size))


def _judge_by_lines(session: "JudgingSession") -> None:
    import shutil

    from mtassay.cli.judging.screen import plain_question
    from mtassay.cli.judging.session import Mode
    from mtassay.cli.judging.styled_text import Look

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a stray byte in a comment is no reason to stop
    look, shown = Look(), None
    while session.mode not in (Mode.DONE, Mode.LEFT):
        asked = (session.mode, None if session.question is None else session.question.target, session.done)
        if asked != shown:
            click.echo("\n".join(plain_question(session, shutil.get_terminal_size().columns, look)))
            shown = asked
        if sys.stdin.isatty():
            click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        session.read(line)
        if session.failure is not None:
            raise session.failure
        if session.message:
            click.echo(session.message)


def _report_consistency(database: "Database", project: "Project", judge_name: str, of: str, seed: int) -> None:
    """What the rechecks of this seed say, also those of earlier sittings."""
    from mtassay.errors import InputError
    from mtassay.human.consistency import consistency
    from mtassay.store.judging.questions import recheck_numbers, rechecked_memory

    with database.reading() as connection:
        if not recheck_numbers(connection, project, judge_name, of, seed):
            return
        memory = rechecked_memory(connection, project, judge_name, of, seed)
    try:
        rechecks = consistency(memory)
    except InputError as error:  # what was rechecked has been deleted or corrected since
        click.echo(str(error))
        return
    accord = rechecks.accord
    click.echo(
        f"\nConsistency of {count(accord.units, 'recheck')}, seed {seed}\n"
        f"  mean difference   {accord.difference:+.2f} points of 10; {accord.distance:.2f} without signs\n"
        f"  the same score    {100 * accord.exact:.1f} %\n"
        f"  within a step     {100 * accord.near:.1f} %\n"
        f"  SSER              {rechecks.old_sser:.1f} before, {rechecks.new_sser:.1f} now ({rechecks.sser_effect:+.1f})"
    )
    kappa = accord.quadratic_kappa.value
    if not math.isnan(kappa):  # undefined where all scores are the same
        click.echo(f"  weighted kappa    {kappa:.2f}, by squared differences")
