"""What the tests ask of the machine that they run on."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
_WITHOUT = """
import sys
for name in ("psycopg", "sqlalchemy", "fastapi", "playwright"):
    sys.modules[name] = None  # as if it were not installed
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


def test_metrics_are_tested_without_any_database_or_server() -> None:
    tests = ["tests/unit/metrics/test_chrf.py", "tests/unit/tokenizers", "tests/unit/significance/test_student.py"]
    run = subprocess.run([sys.executable, "-c", _WITHOUT, *tests], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stdout + run.stderr
