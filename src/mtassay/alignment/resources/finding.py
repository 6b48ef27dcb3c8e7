"""Where a resource lies: what somebody names, a folder of resources, a package that carries it, the system's folder.

Nothing is fetched, and a package is read as files, never imported.
"""

import hashlib
import importlib.util
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from mtassay.errors import InputError

RESOURCES_VARIABLE = "MTASSAY_RESOURCES"
"""Names the folder in which all that metrics need of words may lie."""
_BLOCK = 1 << 20
_SHOWN_DIGITS = 12


@dataclass(frozen=True, kw_only=True)
class ResourceKind:
    """What a metric can use: how it is recognised, where it may lie, and the command that brings it."""

    name: str
    """In commands and messages: `wordnet`."""
    title: str
    """As people call it: "WordNet"."""
    marks: tuple[str, ...] = ()
    """Files that a folder has if it is one of these; for a single file, none."""
    one_mark_is_enough: bool = False
    folder_names: tuple[str, ...] = ()
    """What it may be called in the folder of resources."""
    carriers: tuple[tuple[str, str], ...] = ()
    """Packages that carry it: the name by which Python finds the package, and the path in it."""
    system_paths: tuple[str, ...] = ()
    """Where packages of an operating system put it."""
    remedy: str = field(default="", compare=False)
    """What brings it: a command, or where people get it."""


@dataclass(frozen=True)
class Resource:
    """A file or folder of a kind that is on this machine."""

    kind: ResourceKind
    path: Path
    origin: str
    """How it was found, in words: "named", "in the package pycocoevalcap", …"""


def find_resource(kind: ResourceKind, named: str = "") -> Resource | None:
    """The first that is there; what somebody names has to be there."""
    if named:
        path = absolute_path(named)
        _check_named(path, kind, named)
        return Resource(kind, path, "named")
    return next(
        (Resource(kind, path, origin) for path, origin in _candidates(kind) if _is_one(path, kind)),
        None,
    )


def absolute_path(named: str) -> Path:
    """A path that stays the same when the working folder changes."""
    if "\0" in named:
        raise InputError(f"{named!r} is no path: it has a NUL character")
    return Path(os.path.abspath(os.path.expanduser(named)))


def file_digest(path: Path, what: str = "a file") -> str:
    """The start of the SHA-256 of a file as it lies on disk; computed once until the file changes."""
    return whole_digest(path, what)[:_SHOWN_DIGITS]


def whole_digest(path: Path, what: str = "a file") -> str:
    """All of it."""
    return _digest(path, file_state(path), what)


def file_state(path: Path) -> tuple[int, ...]:
    """What changes when somebody writes the file; nothing for one that is not there."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _candidates(kind: ResourceKind) -> Iterator[tuple[Path, str]]:
    folder = os.environ.get(RESOURCES_VARIABLE)
    if folder:
        for name in kind.folder_names:
            yield absolute_path(folder) / name, f"in the folder of {RESOURCES_VARIABLE}"
    for package, inside in kind.carriers:
        for root in _package_folders(package):
            yield root / inside, f"in the package {package}"
    for path in kind.system_paths:
        yield Path(path), "of the system"


def _package_folders(package: str) -> Sequence[Path]:
    """Folders of an installed package, which is not imported."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return ()
    if spec is None or spec.submodule_search_locations is None:
        return ()
    return [Path(location) for location in spec.submodule_search_locations]


def _is_one(path: Path, kind: ResourceKind) -> bool:
    return not _missing_marks(path, kind) if kind.marks else path.is_file()


def _missing_marks(path: Path, kind: ResourceKind) -> list[str]:
    missing = [mark for mark in kind.marks if not (path / mark).is_file()]
    return [] if kind.one_mark_is_enough and len(missing) < len(kind.marks) else missing


def _check_named(path: Path, kind: ResourceKind, named: str) -> None:
    cure = f"; {kind.remedy}" if kind.remedy else ""
    try:
        is_there = path.exists()
    except OSError as error:  # a name that is too long, a folder that lets nobody in
        raise InputError(f"{named}: cannot be read: {error.strerror or error}{cure}") from None
    if not is_there:
        what = "folder" if kind.marks else "file"
        raise InputError(f"{named}: there is no such {what} of {kind.title}{cure}")
    if not kind.marks and path.is_dir():
        raise InputError(f"{named}: this is a folder; name the file of {kind.title} in it")
    missing = _missing_marks(path, kind)
    if missing:
        joint = " and no " if kind.one_mark_is_enough else ", "
        raise InputError(f"{named}: no folder of {kind.title}: it has no {joint.join(missing)}{cure}")


@lru_cache(maxsize=32)
def _digest(path: Path, state: tuple[int, ...], what: str) -> str:
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; name {what}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; name {what} in it") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    return digest.hexdigest()
