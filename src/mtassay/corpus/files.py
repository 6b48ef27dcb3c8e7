"""A test set from files, one for each reference and system."""

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.labels import read_labels, split_argument
from mtassay.corpus.formats.text import STANDARD_INPUT, read_lines, show_path
from mtassay.corpus.line_counts import explain
from mtassay.corpus.references import References
from mtassay.errors import InputError

_ENDINGS = (".gz", ".txt")


def name_systems(arguments: Sequence[str]) -> dict[str, str]:
    """System names and paths from `PATH` or `NAME=PATH`; a path names itself by its file name."""
    systems: dict[str, str] = {}
    for argument in arguments:
        name, path, _ = _split_system(argument)
        if name in systems:
            raise _same_name(name, systems[name], path)
        systems[name] = path
    return systems


def name_runs(arguments: Sequence[str]) -> dict[str, list[str]]:
    """System names and the paths of their training runs: where NAME of `NAME=PATH` is repeated, there are several."""
    runs: dict[str, list[str]] = {}
    are_named: dict[str, bool] = {}
    for argument in arguments:
        name, path, is_named = _split_system(argument)
        if name in runs and not (is_named and are_named[name]):
            raise _same_name(name, runs[name][0], path)
        if path in runs.get(name, ()):
            raise InputError(f"{path}: named twice as a run of {name!r}; each run needs a file of its own")
        runs.setdefault(name, []).append(path)
        are_named[name] = is_named
    return runs


def _split_system(argument: str) -> tuple[str, str, bool]:
    """Name and path of a system, and whether the name was given."""
    name, equals, path = argument.partition("=")
    is_named = bool(equals and name) and not Path(argument).exists()
    if not is_named:
        name, path = _stem(argument), argument
    if any(unicodedata.category(character) == "Cc" for character in name):
        raise InputError(f"the system name {name!r} holds a control character; name it otherwise: NAME=FILE")
    return name, path, is_named


def _same_name(name: str, path: str, other: str) -> InputError:
    return InputError(
        f"two systems are called {name!r}: {path} and {other}; name them apart, for example {name}-2={other}"
    )


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
    labels: Sequence[str] = (),
) -> EvalSet:
    """Read all files and check that they belong together; `labels` are arguments of `read_labels`."""
    paths = [*references, *([source] if source is not None else []), *systems.values()]
    label_paths = [split_argument(argument)[1] for argument in labels]
    if [*paths, *label_paths].count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) is named more than once, and it can be read only once")
    streams = {path: read_lines(path) for path in dict.fromkeys(paths)}
    for path in streams:
        if len(streams[path]) != len(streams[paths[0]]):
            raise InputError(explain(show_path(path), streams[path], show_path(paths[0]), streams[paths[0]]))
    return EvalSet(
        References.from_streams([streams[path] for path in references]) if references else None,
        sources=streams[source] if source is not None else None,
        systems={name: streams[path] for name, path in systems.items()},
        labels=_read_all_labels(labels, show_path(paths[0]), len(streams[paths[0]])) if labels and paths else None,
        target_language=target_language,
        warn_of_blanks=False,  # whoever reads files has them checked, and the check `empty` says more
    )


def _read_all_labels(arguments: Sequence[str], text_name: str, segments: int) -> dict[str, list[str]]:
    """The labels of all arguments, one for each line of the text."""
    found: dict[str, list[str]] = {}
    for argument in arguments:
        name, path = split_argument(argument)
        for label, values in read_labels(argument).items():
            if label in found:
                raise InputError(
                    f"{show_path(path)}: there are labels {label!r} already; "
                    + ("rename the column" if name is None else f"choose another name: NAME={path}")
                )
            if len(values) != segments:
                rows = f"{len(values)} row" + ("" if len(values) == 1 else "s")
                cure = (
                    "write one label a line" if name is not None else "write a header line and a row for each segment"
                )
                if name is None and len(values) + 1 == segments:
                    cure += f"; if there is no header, name the labels: NAME={path}"
                raise InputError(f"{show_path(path)}: {rows} of labels, but {text_name} has {segments} lines; {cure}")
            found[label] = values
    return found
