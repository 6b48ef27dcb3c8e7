"""What errors say to do, as commands: the one table from remedies to what is typed."""

import shlex

from mtassay.errors import MtassayError, Remedy

COMMANDS: dict[Remedy, str] = {
    Remedy.MAKE_DATABASE: "mtassay db init",
    Remedy.UPGRADE_DATABASE: "mtassay db upgrade",
    Remedy.RESTORE_BACKUP: "mtassay db restore --from-backup FILE",
    Remedy.MAKE_PROJECT: "mtassay db init --project NAME",
    Remedy.SEE_HISTORY: "mtassay db history",
    Remedy.SEE_ESTIMATE: "mtassay db estimate",
    Remedy.DRAW_QUEUE: "mtassay db queue {queue}",
    Remedy.CLOSE_QUEUE: "mtassay db queue {queue} --close",
    Remedy.ASK_FOR_ITEMS: "mtassay db queue {queue} --count N",
    Remedy.SPREAD_QUEUE: "mtassay db queue {queue} --judges {judges}",
}


def message_of(error: MtassayError) -> str:
    """What an error says at a terminal: with the command that does what it advises, where there is one."""
    if error.remedy is None:
        return str(error)
    run = error.about.get("run")
    queue = shlex.join([error.about.get("system", ""), *(("--run", run) if run else ())])
    command = COMMANDS[error.remedy].format(queue=queue, judges=shlex.quote(error.about.get("judges", "")))
    return f"{error}: {command}"
