"""How people judge in a project: what they are told, and whether they see the scores of others first."""

from dataclasses import asdict, dataclass

import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present
from mtassay.store.schema import JUDGING_RULES

LONGEST_GUIDELINES = 100_000


@dataclass(frozen=True)
class JudgingRules:
    """What holds for all judges of a project.

    `guidelines` are Markdown. `is_open` shows earlier scores before a judge answers, as EvalTrans did; `seed` draws the
    order in which translations are asked.
    """

    guidelines: str = ""
    is_open: bool = False
    seed: int = 0


def judging_rules(connection: sa.Connection, project: Project) -> JudgingRules:
    """Those that hold; scores are hidden where nobody said otherwise."""
    query = (
        sa.select(JUDGING_RULES.c.guidelines, JUDGING_RULES.c.is_open, JUDGING_RULES.c.seed)
        .where(JUDGING_RULES.c.project == project.id, present(JUDGING_RULES))
        .order_by(JUDGING_RULES.c.id.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return JudgingRules() if row is None else JudgingRules(*row)


def change_rules(connection: sa.Connection, project: Project, rules: JudgingRules, who: str) -> int | None:
    """Let other rules hold; returns the revision, None where they are the same."""
    if len(rules.guidelines) > LONGEST_GUIDELINES:
        raise InputError(
            f"the guidelines have {len(rules.guidelines):,} characters, and {LONGEST_GUIDELINES:,} are kept; "
            "shorten them: judges have to read them"
        )
    if "\0" in rules.guidelines:
        raise InputError("the guidelines hold a null character, which no database keeps; take it out")
    if not 0 <= rules.seed < 2**31:
        raise InputError(f"the seed {rules.seed} is not between 0 and {2**31 - 1}; choose another")
    before = judging_rules(connection, project)
    if rules == before:
        return None
    changed = [name for name, value in asdict(rules).items() if asdict(before)[name] != value]
    event = events.record(connection, project.id, EventKind.RULES, who, {"changed": ", ".join(changed)})
    connection.execute(sa.insert(JUDGING_RULES), {"project": project.id, "event": event, **asdict(rules)})
    return event
