"""A test set from files, one for each reference and system."""

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.text import STANDARD_INPUT, read_lines, show_path
from mtassay.corpus.line_counts import explain
from mtassay.corpus.references import References
from mtassay.errors import InputError

_ENDINGS = (".gz", ".txt")


def name_systems(arguments: Sequence[str]) -> dict[str, str]:
    """System names and paths from `PATH` or `NAME=PATH`; a path names itself by its file name."""
    systems: dict[str, str] = {}
    for argument in arguments:
        name, equals, path = argument.partition("=")
        if not equals or not name or Path(argument).exists():
            name, path = _stem(argument), argument
        if any(unicodedata.category(character) == "Cc" for character in name):
            raise InputError(f"the system name {name!r} holds a control character; name it otherwise: NAME=FILE")
        if name in systems:
            raise InputError(
                f"two systems are called {name!r}: {systems[name]} and {path}; "
                f"name them apart, for example {name}-2={path}"
            )
        systems[name] = path
    return systems


def _stem(path: str) -> str:
    if path == STANDARD_INPUT:
        return "stdin"
    name = Path(path).name
    for ending in _ENDINGS:
        name = name.removesuffix(ending) or name
    return name


def read_evalset(
    references: Sequence[str],
    systems: Mapping[str, str],
    source: str | None = None,
    target_language: str | None = None,
) -> EvalSet:
    """Read all files and check that they belong together."""
    paths = [*references, *([source] if source is not None else []), *systems.values()]
    if paths.count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) is named more than once, and it can be read only once")
    streams = {path: read_lines(path) for path in dict.fromkeys(paths)}
    first = paths[0]
    for path in streams:
        if len(streams[path]) != len(streams[first]):
            raise InputError(explain(show_path(path), streams[path], show_path(first), streams[first]))
    return EvalSet(
        References.from_streams([streams[path] for path in references]),
        sources=streams[source] if source is not None else None,
        systems={name: streams[path] for name, path in systems.items()},
        target_language=target_language,
    )
