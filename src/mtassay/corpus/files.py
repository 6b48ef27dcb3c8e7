"""A test set from files: one for each reference and system, or a table with all of them."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mtassay.corpus.column_names import system_name
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.file_specs import FileSpec, parse_file_spec, split_name
from mtassay.corpus.formats.base import Role
from mtassay.corpus.formats.text import Text
from mtassay.corpus.joined_tables import Part, join_parts
from mtassay.corpus.labels import read_labels
from mtassay.corpus.packed import STANDARD_INPUT, bare_name, show_path
from mtassay.corpus.table_files import TableFiles
from mtassay.corpus.tables import Choices, evalset_of, segment_rows
from mtassay.errors import InputError


def name_systems(arguments: Sequence[str], files: TableFiles | None = None) -> dict[str, str]:
    """System names and file specs from `FILE` or `NAME=FILE`.

    A file of text names itself, and each system of a table is called as its column is.
    """
    systems: dict[str, str] = {}
    for name, path, _ in _split_systems(arguments, files or TableFiles()):
        if name in systems:
            raise _same_name(name, systems[name], path)
        systems[name] = path
    return systems


def name_runs(arguments: Sequence[str], files: TableFiles | None = None) -> dict[str, list[str]]:
    """System names and the file specs of their training runs: where NAME of `NAME=FILE` is repeated, of several."""
    runs: dict[str, list[str]] = {}
    are_named: dict[str, bool] = {}
    for name, path, is_named in _split_systems(arguments, files or TableFiles()):
        if name in runs and not (is_named and are_named[name]):
            raise _same_name(name, runs[name][0], path)
        if path in runs.get(name, ()):
            raise InputError(f"{path}: named twice as a run of {name!r}; each run needs a file of its own")
        runs.setdefault(name, []).append(path)
        are_named[name] = is_named
    return runs


def _split_systems(arguments: Sequence[str], files: TableFiles) -> Iterator[tuple[str, str, bool]]:
    """Name and file spec of each system, and whether the name was given; of a table there may be several."""
    for argument in arguments:
        name, text = split_name(argument)
        spec = parse_file_spec(text)
        if isinstance(files.format(spec), Text):
            named = [(file_stem(spec.path), text)]
        else:
            columns = files.columns(spec, Role.SYSTEM)
            named = [
                (system_name(column.name), str(replace(spec, choices=Choices(systems=(column.name,)))))
                for column in columns
            ]
            if name is not None and len(named) > 1:
                names = ", ".join(column for column, _ in named)
                raise InputError(
                    f"{argument}: one name for several systems ({names}); choose one: {argument}:hyp=COLUMN"
                )
        for own_name, path in named:
            chosen = own_name if name is None else name
            check_name(chosen, "name it otherwise: NAME=FILE")
            yield chosen, path, name is not None


def check_name(name: str, cure: str) -> None:
    """Refuse a name that would spoil a table of results, or the terminal."""
    if any(unicodedata.category(character) == "Cc" for character in name):
        raise InputError(f"the system name {name!r} holds a control character; {cure}")


def _same_name(name: str, path: str, other: str) -> InputError:
    return InputError(
        f"two systems are called {name!r}: {path} and {other}; name them apart, for example {name}-2={other}"
    )


def file_stem(path: str) -> str:
    """What the system of a file of text is called, if nobody says otherwise."""
    if path == STANDARD_INPUT:
        return "stdin"
    name = bare_name(path)
    return name.removesuffix(".txt") or name


def read_evalset(
    references: Sequence[str],
    systems: Mapping[str, str],
    source: str | None = None,
    target_language: str | None = None,
    labels: Sequence[str] = (),
    files: TableFiles | None = None,
    post_edit: bool = False,
) -> EvalSet:
    """Read all files and check that they belong together.

    Files are file specs, those of systems with one column each; `labels` are arguments of `read_labels`.
    `post_edit` says that the reference is the post-edit of the only system.
    """
    files = files or TableFiles()
    texts = [*references, *([] if source is None else [source]), *systems.values()]
    specs = {text: parse_file_spec(text) for text in texts}
    label_paths = [parse_file_spec(split_name(argument)[1]).path for argument in labels]
    if [*(specs[text].path for text in texts), *label_paths].count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) is named more than once, and it can be read only once")
    translations = [part for text in references for part in _parts(files, specs[text], Role.REFERENCE)]
    sources = [] if source is None else _parts(files, specs[source], Role.SOURCE)
    if len(sources) > 1:
        raise InputError(f"{source}: several columns may be the source; say which: src=COLUMN")
    return join_parts(
        translations,
        {name: _parts(files, specs[text], Role.SYSTEM)[0] for name, text in systems.items()},
        sources[0] if sources else None,
        labels=_read_all_labels(labels, files, specs[texts[0]]) if labels and texts else None,
        target_language=target_language,
        post_edit=post_edit,
    )


def _parts(files: TableFiles, spec: FileSpec, role: Role) -> list[Part]:
    table, shown = files.table(spec), show_path(spec.path)
    return [Part(shown, table, column) for column in files.columns(spec, role)]


def read_table(
    argument: str,
    choices: Choices,
    target_language: str | None = None,
    labels: Sequence[str] = (),
    files: TableFiles | None = None,
) -> EvalSet:
    """The test set in one file, all of it; `choices` win over those of the file spec.

    `NAME=FILE` names the system in it, where there is only one.
    """
    files = files or TableFiles()
    name, text = split_name(argument)
    spec = parse_file_spec(text)
    told = _told(spec, choices)
    evalset = evalset_of(files.table(spec), told, shown=show_path(spec.path), target_language=target_language)
    systems = evalset.systems
    if name is not None:
        if len(systems) != 1:
            listed = ", ".join(systems) or "none"
            raise InputError(f"{argument}: one name, and the systems are: {listed}; choose one: {argument}:hyp=COLUMN")
        systems = {name: next(iter(systems.values()))}
    for system in systems:
        check_name(system, "name it otherwise: NAME=FILE" if name else f"{show_path(spec.path)}: rename the column")
    if name is None and not labels:
        return evalset
    more = _read_all_labels(labels, files, spec)
    rows = table_rows(argument, choices, files) if more else None
    if rows is not None:
        more = {kind: [values[row] for row in rows] for kind, values in more.items()}
    return EvalSet(
        evalset.references,
        sources=evalset.sources,
        systems=systems,
        labels={**evalset.labels, **more},
        target_language=evalset.target_language,
        warn_of_blanks=False,
    )


def table_rows(argument: str, choices: Choices, files: TableFiles) -> Sequence[int] | None:
    """Which row of its table each segment of `read_table` is, counted from 0; None where a segment has several."""
    spec = parse_file_spec(split_name(argument)[1])
    return segment_rows(files.table(spec), _told(spec, choices), shown=show_path(spec.path))


def _told(spec: FileSpec, choices: Choices) -> Choices:
    return Choices(
        source=spec.choices.source if choices.source is None else choices.source,
        references=choices.references or spec.choices.references,
        systems=choices.systems or spec.choices.systems,
        labels=choices.labels or spec.choices.labels,
    )


def _read_all_labels(arguments: Sequence[str], files: TableFiles, text: FileSpec) -> dict[str, Sequence[str]]:
    """The labels of all arguments, one for each segment of the text."""
    by_name: dict[str, Sequence[str]] = {}
    segments = len(files.table(text))
    for argument in arguments:
        name, path = split_name(argument)
        for label, values in read_labels(argument, files).items():
            if label in by_name:
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
                raise InputError(
                    f"{show_path(path)}: {rows} of labels, but {show_path(text.path)} has {segments} lines; {cure}"
                )
            by_name[label] = values
    return by_name
