"""Files with outputs of systems that somebody brought: which texts are in them, what each is, and the test set."""

import json
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import BaseModel, FailFast

from mtassay.corpus.column_names import (
    guess_file_role,
    is_document_label,
    is_domain_label,
    is_original_language_label,
    label_name,
    system_name,
)
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.files import check_name, file_stem
from mtassay.corpus.formats.base import Column, Role
from mtassay.corpus.formats.text import Text
from mtassay.corpus.joined_tables import Part, join_parts, mismatches
from mtassay.corpus.tables import NO_CHOICES, Choices, choose_columns, evalset_of, filled, usable
from mtassay.errors import InputError, MtassayError, NotFound, SettingError
from mtassay.store.database import Database
from mtassay.store.work.kept_files import KeptFile, file_content, files_of, find_file, forget_file, keep_file
from mtassay.web.serving.notes import notes
from mtassay.web.serving.uploads import ReadUpload, Upload, read_upload

MOST_FILES = 50
MOST_NAME_CHARACTERS = 100
ROLES = ("source", "reference", "system", "documents", "unused")
"""What a text can be."""

LABEL = "label"
"""What else is known of segments, such as a domain, by the name that the text is given; not all pages use it."""

_MEDIA_TYPE = "application/vnd.mtassay.systems+json"
_LABELS = ("documents", LABEL)
_ROLES = {Role.SOURCE: "source", Role.REFERENCE: "reference", Role.SYSTEM: "system"}


@dataclass(frozen=True, eq=False)
class SetText:
    """A text of a set: a file, or a column of a table."""

    file: int
    part: Part
    is_column: bool

    @property
    def name(self) -> str:
        """What a system of it would be called."""
        return system_name(self.part.column.name) if self.is_column else file_stem(self.part.shown)


class TextChoices(BaseModel):
    """What somebody chose: a role and a name for each text, and in which language outputs are; empty is a guess.

    Names are of systems, and of the kind of label where a text is documents.
    """

    roles: Annotated[list[str], FailFast()] = []
    names: Annotated[list[str], FailFast()] = []
    target_language: str = ""


@dataclass(frozen=True)
class SystemSet:
    """The files of a set, read, and what was noted of them."""

    uid: str
    files: tuple[ReadUpload, ...]
    notes: tuple[str, ...] = ()

    @property
    def texts(self) -> list[SetText]:
        """Every text, in the order of the files."""
        return [
            SetText(number, Part(file.name, file.table, column), not isinstance(file.format, Text))
            for number, file in enumerate(self.files)
            for column in file.table.columns
        ]


class _Recent:
    """Sets that were read a moment ago: whoever chooses looks at the same files again and again.

    Few and small ones, as every process of a server has its own. What is known is for those who may see the set.
    """

    _MOST_SETS = 8
    _MOST_BYTES = 8 * 1024**2

    def __init__(self) -> None:
        self._found: OrderedDict[str, SystemSet] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, uid: str) -> SystemSet | None:
        with self._lock:
            return self._found.get(uid)

    def remember(self, system_set: SystemSet, uploads: Sequence[Upload]) -> SystemSet:
        if sum(len(upload.content) for upload in uploads) <= self._MOST_BYTES:
            with self._lock:
                self._found[system_set.uid] = system_set
                while len(self._found) > self._MOST_SETS:
                    self._found.popitem(last=False)
        return system_set


_RECENT = _Recent()


def keep_set(database: Database, owner: str, uploads: Sequence[Upload]) -> SystemSet:
    """Read files and keep them, for a day; nothing is kept where one cannot be read."""
    if not uploads:
        raise InputError("no file was chosen; choose the outputs of systems, and what they are compared with")
    if len(uploads) > MOST_FILES:
        raise InputError(f"{len(uploads)} files, and up to {MOST_FILES} are taken at once; choose fewer")
    system_set = _read("", uploads)
    with database.writing() as connection:
        kept = [
            keep_file(connection, owner, upload.name, upload.content, "application/octet-stream") for upload in uploads
        ]
        content = json.dumps([file.uid for file in kept]).encode()
        more = f" and {len(uploads) - 1} more" if len(uploads) > 1 else ""
        uid = keep_file(connection, owner, f"{uploads[0].name}{more}", content, _MEDIA_TYPE).uid
    return _RECENT.remember(replace(system_set, uid=uid), uploads)


def _read(uid: str, uploads: Sequence[Upload]) -> SystemSet:
    with notes() as noted:
        return SystemSet(uid, tuple(map(read_upload, uploads)), tuple(noted))


def kept_sets(database: Database, owner: str) -> list[KeptFile]:
    """The sets that somebody brought and that are still kept, the newest first."""
    with database.reading() as connection:
        files = [file for file in files_of(connection, owner) if file.media_type == _MEDIA_TYPE]
    return sorted(files, key=lambda file: file.created, reverse=True)


def read_set(database: Database, owner: str, uid: str) -> SystemSet:
    """A set that was kept."""
    with database.reading() as connection:
        members = _members(connection, owner, uid)  # which says whether they may see it
        known = _RECENT.find(uid)
        if known is not None:
            return known
        uploads = [
            Upload(find_file(connection, owner, member).name, file_content(connection, owner, member))
            for member in members
        ]
    return _RECENT.remember(_read(uid, uploads), uploads)


def forget_set(database: Database, owner: str, uid: str) -> None:
    """Forget the files of a set."""
    with database.writing() as connection:
        for member in _members(connection, owner, uid):
            forget_file(connection, owner, member)
        forget_file(connection, owner, uid)


def _members(connection: Any, owner: str, uid: str) -> list[str]:
    if find_file(connection, owner, uid).media_type != _MEDIA_TYPE:
        raise NotFound("these are no systems to compare; choose the files again")
    members: list[str] = json.loads(file_content(connection, owner, uid))
    return members


def guess(system_set: SystemSet) -> TextChoices:
    """What the texts seem to be, by their names."""
    texts = system_set.texts
    guessed: dict[int, str] = {}
    for file in system_set.files:
        if not isinstance(file.format, Text):
            guessed |= {id(column): said for said, columns in _guess_columns(file).items() for column in columns}
        else:
            held = guess_file_role(file_stem(file.name)) or Role.SYSTEM
            guessed[id(file.table.columns[0])] = "documents" if held is Role.LABEL else _ROLES[held]
    roles = [guessed.get(id(text.part.column), "unused") for text in texts]
    for only in ("source", "documents"):  # there is one of each
        first = roles.index(only) if only in roles else len(roles)
        roles = [("unused" if role == only and place > first else role) for place, role in enumerate(roles)]
    names: list[str] = []
    for text, role in zip(texts, roles, strict=True):
        names.append(_free_name("document" if role == "documents" else text.name, names) if role != "unused" else "")
    return TextChoices(roles=roles, names=names)


def guess_labels(system_set: SystemSet, guessed: TextChoices) -> TextChoices:
    """The same with columns that name documents, domains or original languages, where nothing else was seen in them."""
    roles, names = list(guessed.roles), list(guessed.names)
    for place, text in enumerate(system_set.texts):
        name = label_name(text.part.column.name)
        if not text.is_column or roles[place] != "unused":
            continue
        if is_document_label(name) and "documents" not in roles:
            roles[place], names[place] = "documents", "document"
        elif is_domain_label(name) or is_original_language_label(name):
            roles[place], names[place] = LABEL, _free_name(name, names)
    return TextChoices(roles=roles, names=names)


def _guess_columns(file: ReadUpload) -> dict[str, list[Column]]:
    try:
        with notes():  # nobody needs to be told: the page shows what is guessed
            chosen = choose_columns(file.table, NO_CHOICES, file.name)
    except InputError:  # several may be the source: then the person says which
        chosen = {
            role: [column for column in file.table.columns if column.role is role and not column.refusal]
            for role in Role
        }
    return {said: list(chosen[role]) for role, said in _ROLES.items()}


def _free_name(name: str, taken: Sequence[str]) -> str:
    wanted = _clean(name)[:MOST_NAME_CHARACTERS].strip() or "system"
    number = 2
    free = wanted
    while free in taken:
        free, number = f"{wanted}-{number}", number + 1
    return free


def _clean(name: str) -> str:
    return "".join(" " if unicodedata.category(character) in ("Cc", "Cs") else character for character in name)


def check_shape(system_set: SystemSet, choices: TextChoices) -> None:
    """Refuse choices that no page sends: a role for each text, of those that there are."""
    count = len(system_set.texts)
    if len(choices.roles) != count or len(choices.names) != count:
        given = f"{len(choices.roles)} roles and {len(choices.names)} names"
        raise SettingError(f"{given} for {count} texts; give each text one")
    for role in choices.roles:
        if role not in (*ROLES, LABEL):
            raise SettingError(f"a text cannot be {role[:50]!r}; it is one of {', '.join(ROLES)}")


def check_choices(system_set: SystemSet, choices: TextChoices) -> None:
    """Refuse what cannot be chosen, whatever is in the texts."""
    check_shape(system_set, choices)
    for only, words in (("source", "sources"), ("documents", "lists of documents")):
        count = choices.roles.count(only)
        if count > 1:
            raise SettingError(f"{count} {words} are chosen, and there can be one; change the others")
    names = chosen_names(choices)
    for name in names:
        _check_name(name)
        if names.count(name) > 1:
            raise SettingError(f"two systems are called {name!r}; give one of them another name")


def _check_name(name: str) -> None:
    if not name:
        raise SettingError("a system has no name; write its name")
    if len(name) > MOST_NAME_CHARACTERS:
        raise SettingError(f"{name[:40]}…: a name has up to {MOST_NAME_CHARACTERS} characters; write a shorter one")
    check_name(name, "write another")
    if any(unicodedata.category(character) == "Cs" for character in name):
        raise SettingError(f"the name {name!r} has a character that is none; write another")


def chosen_names(choices: TextChoices) -> list[str]:
    """What the systems are called."""
    return [name.strip() for role, name in zip(choices.roles, choices.names, strict=True) if role == "system"]


def problems(system_set: SystemSet, choices: TextChoices) -> dict[int, str]:
    """Which texts do not belong to the others, by their number, and why; those that cannot be used at all, too."""
    texts = system_set.texts
    told = {
        number: texts[number].part.column.problem
        for number, role in enumerate(choices.roles)
        if role != "unused" and texts[number].part.column.problem
    }
    order = [
        number
        for wanted in ("reference", "source", "system", "documents", LABEL)
        for number, role in enumerate(choices.roles)
        if role == wanted
    ]
    if len({texts[number].file for number in order}) > 1:
        places = {id(texts[number].part): number for number in order}
        parts = [texts[number].part for number in order]
        # the same part objects are handed back, so that they can be told apart
        told |= {places[id(part)]: message for part, message in mismatches(parts)}
    return told


def join_set(system_set: SystemSet, choices: TextChoices, *, needs_references: bool = True) -> EvalSet:
    """The test set of the chosen texts, as `mtassay compare` reads it from files that are called so."""
    check_choices(system_set, choices)
    chosen = [
        (text, role, name.strip())
        for text, role, name in zip(system_set.texts, choices.roles, choices.names, strict=True)
        if role != "unused"
    ]
    if not any(role == "system" for _, role, _ in chosen):
        raise InputError("no text is a system; choose which are")
    if needs_references and not any(role == "reference" for _, role, _ in chosen):
        raise InputError("no text is a reference, which metrics compare with; choose one, or add the file")
    files = {text.file for text, _, _ in chosen}
    language = choices.target_language.strip() or None
    if len(files) == 1 and chosen[0][0].is_column:
        return _one_table(system_set.files[files.pop()], chosen, language)
    parts = {
        role: [replace_usable(text.part) for text, its_role, _ in chosen if its_role == role]
        for role in ("reference", "source", "documents")
    }
    systems = {name: replace_usable(text.part) for text, role, name in chosen if role == "system"}
    labels = {name or "document": filled(text.part.column) for text, role, name in chosen if role in _LABELS}
    return join_parts(
        parts["reference"], systems, next(iter(parts["source"]), None), labels=labels, target_language=language
    )


def replace_usable(part: Part) -> Part:
    """The part, where its texts can be used; refused where they cannot."""
    return replace(part, column=usable(part.column))


def _one_table(file: ReadUpload, chosen: Sequence[tuple[SetText, str, str]], language: str | None) -> EvalSet:
    """All texts are in one table: empty rows of a sheet are no segments, and a column may name the systems."""
    columns = {role: [text.part.column for text, its_role, _ in chosen if its_role == role] for role in (*ROLES, LABEL)}
    used = {id(text.part.column) for text, _, _ in chosen}
    # what is not chosen must not be guessed again
    table = replace(
        file.table,
        columns=tuple(column if id(column) in used else replace(column, role=None) for column in file.table.columns),
    )
    told = Choices(
        source=columns["source"][0].name if columns["source"] else None,
        references=tuple(column.name for column in columns["reference"]),
        systems=tuple(column.name for column in columns["system"]),
        labels=tuple(column.name for role in _LABELS for column in columns[role]),
    )
    evalset = evalset_of(table, told, shown=file.name, target_language=language)
    renamed = {system_name(text.part.column.name): name for text, role, name in chosen if role == "system"}
    systems = evalset.systems
    if set(systems) == set(renamed):  # otherwise a column names them
        systems = {renamed[name]: texts for name, texts in systems.items()}
    kinds = {label_name(text.part.column.name): name for text, role, name in chosen if role in _LABELS}
    return EvalSet(
        evalset.references,
        sources=evalset.sources,
        systems=systems,
        labels={kinds[kind] or "document": texts for kind, texts in evalset.labels.items() if kind in kinds},
        target_language=evalset.target_language,
        warn_of_blanks=False,
    )


def try_to_join(
    system_set: SystemSet, choices: TextChoices, *, needs_references: bool = True
) -> tuple[EvalSet | None, str, list[str]]:
    """The test set, or why there is none; and what was noted on the way."""
    with notes() as noted:
        try:
            return join_set(system_set, choices, needs_references=needs_references), "", [*system_set.notes, *noted]
        except MtassayError as error:
            return None, str(error), [*system_set.notes, *noted]
