"""Names to classes."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

import mtassay
from mtassay.metrics.base import METRICS
from mtassay.metrics.chrf import Chrf
from mtassay.registry import Registry
from mtassay.settings import Configured


def test_names_are_sorted_and_looked_up() -> None:
    assert list(METRICS) == sorted(METRICS)
    assert METRICS["chrf"] is Chrf
    assert "chrf" in METRICS
    assert "nonsense" not in METRICS


def test_unknown_names_get_the_nearest_and_the_whole_list() -> None:
    with pytest.raises(
        mtassay.SettingError, match=r"no metric 'chrff' \(did you mean 'chrf'\?\); there are .*bleu, .*cder, "
    ):
        mtassay.metric("chrff")
    with pytest.raises(mtassay.SettingError, match="no tokenizer '14a'"):
        mtassay.metric("bleu:tokenize=14a")


def test_a_name_is_given_once() -> None:
    registry: Registry[Configured] = Registry("thing", "mtassay.tokenizers")

    @dataclass(frozen=True, kw_only=True)
    class One(Configured):
        name: ClassVar[str] = "same"

    @dataclass(frozen=True, kw_only=True)
    class Two(Configured):
        name: ClassVar[str] = "same"

    registry.register(One)
    registry.register(One)
    with pytest.raises(ValueError, match="'same' is defined in"):
        registry.register(Two)


PLUGIN = """
from dataclasses import dataclass
from typing import ClassVar
from mtassay.metrics.chrf import Chrf

@dataclass(frozen=True, kw_only=True)
class Mine(Chrf):
    name: ClassVar[str] = "mine"
"""


def run_with_plugin(folder: Path, entry_point: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process that finds a distribution in `folder`."""
    info = folder / "plugin-1.0.dist-info"
    info.mkdir()
    (folder / "plugin_module.py").write_text(PLUGIN)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[mtassay.metrics]\nmine = {entry_point}\n")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)


def test_a_metric_from_another_package_is_found(tmp_path: Path) -> None:
    done = run_with_plugin(tmp_path, "plugin_module", "import mtassay; print(mtassay.metric('mine:word_order=2').spec)")
    assert done.stdout == "mine:word_order=2\n"


def test_a_broken_plugin_is_named_and_the_rest_works(tmp_path: Path) -> None:
    done = run_with_plugin(tmp_path, "no_such_module", "import mtassay; print(mtassay.metric('bleu').spec)")
    assert done.stdout == "bleu\n"
    assert "the metric 'mine' of plugin cannot be loaded (ModuleNotFoundError" in done.stderr


def test_first_use_from_many_threads() -> None:
    code = (
        "import threading, mtassay\n"
        "barrier = threading.Barrier(8)\n"
        "def work():\n"
        "    barrier.wait()\n"
        "    print(mtassay.score(['a b c d'], ['a b c d'], ['bleu'])[0].value)\n"
        "threads = [threading.Thread(target=work) for _ in range(8)]\n"
        "[thread.start() for thread in threads]; [thread.join() for thread in threads]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.count("100.0") == 8, done.stderr  # lines of threads may run together
