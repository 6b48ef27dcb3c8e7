"""A test set from columns of several tables: do they belong together, and what is each of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.base import Column, Table
from mtassay.corpus.line_counts import explain
from mtassay.corpus.references import References
from mtassay.corpus.tables import filled, language_of, reference_lists
from mtassay.errors import InputError


@dataclass(frozen=True, eq=False)
class Part:
    """A column of a table, and what errors call the file it is from."""

    shown: str
    table: Table
    column: Column


def join_parts(
    references: Sequence[Part],
    systems: Mapping[str, Part],
    source: Part | None = None,
    *,
    labels: Mapping[str, Sequence[str]] | None = None,
    target_language: str | None = None,
    post_edit: bool = False,
) -> EvalSet:
    """The test set of these columns; refused where they do not belong together."""
    for _, message in mismatches([*references, *([] if source is None else [source]), *systems.values()]):
        raise InputError(message)
    translations = [part.column for part in references]
    outputs = [part.column for part in systems.values()]
    return EvalSet(
        _references(translations) if references else None,
        sources=None if source is None else filled(source.column),
        systems={name: filled(part.column) for name, part in systems.items()},
        labels=labels,
        target_language=target_language or language_of([*translations, *outputs]),
        post_edit=post_edit,
        warn_of_blanks=False,  # whoever reads files has them checked, and the check `empty` says more
    )


def mismatches(parts: Sequence[Part]) -> Iterator[tuple[Part, str]]:
    """The parts that do not belong to those before them, and why: other segments, or another number of them."""
    yield from _other_keys(parts)
    for part in parts[1:]:
        first = parts[0]
        if len(part.table) != len(first.table):
            yield part, explain(part.shown, filled(part.column), first.shown, filled(first.column))


def _other_keys(parts: Sequence[Part]) -> Iterator[tuple[Part, str]]:
    """Files that say which segments they have, and do not say the same."""
    keyed = [part for part in parts if part.table.keys]
    for part in keyed[1:]:
        own, first, other = part.table.keys, keyed[0].table.keys, keyed[0].shown
        if own == first:
            continue
        here = set(own)
        missing = next((key for key in first if key not in here), None)
        if missing is not None:
            message = (
                f"{part.shown}: no segment {missing[1]} of document {missing[0]!r}, which {other} has; do the two "
                "belong together?"
            )
            yield part, message
            continue
        number = next((place for place, (mine, its) in enumerate(zip(own, first, strict=False)) if mine != its), None)
        misplaced = own[len(first) if number is None else number]
        message = (
            f"{part.shown}: segment {misplaced[1]} of document {misplaced[0]!r} is not at the same place in {other}; "
            "bring the documents of both into the same order"
        )
        yield part, message


def _references(columns: Sequence[Column]) -> Iterable[str | Iterable[str]]:
    if any(None in column.texts for column in columns):
        return reference_lists(columns)
    return References.from_streams([filled(column) for column in columns])
