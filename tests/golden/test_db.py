"""Whole runs of `mtassay db` on a small memory; `pytest --update-golden` writes them anew."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
RUNS = {
    "db-stats": "db stats",
    "db-stats-sections": "db stats items error revisions sets judges agreement",
    "db-stats-source": "db stats items --source Zimmer",
    "db-stats-system": "db stats error --leave system --by characters",
    "db-stats-json": "db stats sets agreement --format json",
    "db-stats-tsv": "db stats overview error --format tsv",
    "db-stats-help": "db stats --help",
    "db-difficult": "db difficult",
    "db-difficult-items": "db difficult --by items --least 3 --format json",
    "db-difficult-help": "db difficult --help",
}


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("memory") / "hotel.db")
    subprocess.run([sys.executable, "tests/small_memory.py", path], check=True, cwd=ROOT)
    return path


@pytest.mark.parametrize("name", RUNS)
def test_run(name: str, memory: str, request: pytest.FixtureRequest) -> None:
    command = [sys.executable, "-m", "mtassay.cli.main", *shlex.split(RUNS[name])]
    environment = {**os.environ, "MTASSAY_DB": memory}
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment).stdout
    recorded = f"# mtassay {RUNS[name]}\n{output}"
    path = FOLDER / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        path.write_text(recorded, encoding="utf-8")
    assert recorded == path.read_text(encoding="utf-8")
