"""The public face, and the rules of the house that no tool checks."""

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import mtassay

SOURCE = Path(mtassay.__file__).parent


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


def test_every_public_name_can_be_had_and_no_other() -> None:
    assert sorted(mtassay.__all__) == mtassay.__all__
    for name in mtassay.__all__:
        assert getattr(mtassay, name) is not None
        assert name in dir(mtassay)
    assert sorted(mtassay._HOMES) == mtassay.__all__
    assert not hasattr(mtassay, "nonsense")


def test_every_public_name_is_documented() -> None:
    for name in mtassay.__all__:
        assert getattr(mtassay, name).__doc__


def test_the_version_is_stated_once() -> None:
    assert version("mtassay") == mtassay.__version__


def test_only_what_counts_uses_native_code() -> None:
    # post-edits are counted by the same code as `ter`, pairs of ranks by a merge sort
    allowed = {"tokenizers", "alignment", "metrics", "analyses", "human", "metaeval"}
    users = {path.relative_to(SOURCE).parts[0] for path in SOURCE.rglob("*.py") if "mtassay._native" in imports(path)}
    assert users == allowed


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; import mtassay.cli.main; print(*{'numpy', 'mtassay._native'}.intersection(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


def test_the_stub_of_the_native_module_is_current(tmp_path: Path) -> None:
    stub = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "mtassay._native", "-o", str(stub)]
    subprocess.run(command, check=True)
    assert stub.read_text() == (SOURCE / "_native.pyi").read_text(), "write it anew: make stub"
