"""Comparisons that stay until somebody deletes them: what a page shows, the files to download, and all segments."""

import contextlib
import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.comparison.result import Comparison
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import NotFound
from mtassay.store.work.kept_files import KeptFile, file_content, files_of, find_file, forget_file, keep_file

_COMPARISON = "application/vnd.mtassay.comparison+gzip"
_SEGMENTS = "application/vnd.mtassay.segments+gzip"


@dataclass(frozen=True, kw_only=True)
class KeptSegments:
    """The texts of a comparison, and the scores of every system by metric, segment and system."""

    sources: Sequence[str] | None
    references: Sequence[str]
    outputs: Mapping[str, Sequence[str]]
    scores: Sequence[Sequence[Sequence[float]]]


@dataclass(frozen=True)
class KeptComparison:
    """A comparison as lists name it."""

    uid: str
    name: str
    created: datetime


def keep_comparison(
    connection: sa.Connection,
    owner: str,
    uid: str,
    name: str,
    result: Mapping[str, Any],
    comparison: Comparison,
    evalset: EvalSet,
) -> None:
    """Keep a result with its segments, under a uid that is known before; whatever was kept under it is replaced."""
    delete_comparison(connection, owner, uid, must_exist=False)
    content = {
        "sources": None if evalset.sources is None else list(evalset.sources),
        "references": [texts[0] for texts in evalset.required_references],
        "outputs": {name: list(evalset.systems[name]) for name in comparison.systems},
        "scores": [metric.segments.round(6).tolist() for metric in comparison.metrics],
    }
    segments = keep_file(connection, owner, name, _packed(content), _SEGMENTS, lifetime=None)
    keep_file(
        connection, owner, name, _packed({**result, "segments": segments.uid}), _COMPARISON, lifetime=None, uid=uid
    )


def kept_comparisons(connection: sa.Connection, owner: str) -> list[KeptComparison]:
    """Those of an owner, the newest first."""
    files = [file for file in files_of(connection, owner) if file.media_type == _COMPARISON]
    return [KeptComparison(file.uid, file.name, file.created) for file in files]


def read_comparison(connection: sa.Connection, owner: str, uid: str) -> tuple[KeptFile, dict[str, Any]]:
    """A comparison, and what is known of it without reading it."""
    file = find_file(connection, owner, uid)
    if file.media_type != _COMPARISON:
        raise NotFound("there is no such comparison; look at the list of comparisons")
    return file, _unpacked(file_content(connection, owner, uid))


def read_segments(connection: sa.Connection, owner: str, uid: str) -> tuple[dict[str, Any], KeptSegments]:
    """A comparison with all its segments."""
    _, result = read_comparison(connection, owner, uid)
    return result, KeptSegments(**_unpacked(file_content(connection, owner, result["segments"])))


def delete_comparison(connection: sa.Connection, owner: str, uid: str, *, must_exist: bool = True) -> None:
    """Delete a comparison, its segments, its report, and the files to download."""
    try:
        _, result = read_comparison(connection, owner, uid)
    except NotFound:
        if must_exist:
            raise
        return
    live = [result["live"]] if "live" in result else []  # older versions kept none
    for file in (uid, result["segments"], *live, *(file["uid"] for file in result["files"])):
        with contextlib.suppress(NotFound):  # what is gone already is no reason to keep the rest
            forget_file(connection, owner, file)


def _packed(content: Mapping[str, Any]) -> bytes:
    # no time of packing: the same comparison is the same bytes
    return gzip.compress(json.dumps(content).encode(), mtime=0)


def _unpacked(content: bytes) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(gzip.decompress(content))
    return values
