"""Whole runs of `mtassay db` on a small memory; `pytest --update-golden` writes them anew."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from recorded import compare

ROOT = Path(__file__).parents[2]
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
    "db-estimate": "db estimate neural-large",
    "db-estimate-all": "db estimate --all",
    "db-estimate-json": "db estimate neural-large phrases --segments 2 --sort score --format json",
    "db-estimate-evaltrans": "db estimate neural-large --method evaltrans",
    "db-estimate-help": "db estimate --help",
    "db-plan": "db plan neural-large --width 5 --width 10",
    "db-plan-fresh": "db plan neural-large --target A --format json",
    "db-plan-help": "db plan --help",
    "db-queue-help": "db queue --help",
    "db-validate": "db validate --draws 20 --leave neural-large",
    "db-validate-help": "db validate --help",
    "db-effects": "db effects",
    "db-effects-help": "db effects --help",
    "judge-help": "judge --help",
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
    compare(name, RUNS[name], output, request)
