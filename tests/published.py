"""Public data and records of reference implementations, read in place beside the repository where they are."""

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[2] / "shared" / "data"
VECTORS = DATA / "vectors"

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"the public data are not at {DATA}")


def cases(name: str, metric: str) -> list[Any]:
    if not VECTORS.is_dir():
        return []
    lines = (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(record, id=record["id"]) for record in map(json.loads, lines) if record["metric"] == metric]


def table(path: Path) -> list[dict[str, str]]:
    head, *lines = path.read_text(encoding="utf-8").split("\n")
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines if line]
