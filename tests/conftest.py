"""Settings and fixtures for all tests."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

# In CI the same examples every time: a push should not fail for what it did not change.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


@pytest.fixture(scope="session")
def dialogues() -> Path:
    return ROOT / "examples" / "dialogues"


@pytest.fixture(scope="session")
def spm_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small SentencePiece model of the examples."""
    from sentencepiece import SentencePieceTrainer  # half of all runs do without it

    lines = [
        line for path in (ROOT / "examples").rglob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()
    ]
    model = io.BytesIO()
    # white space is kept, as hard a case as there is: then it matters who strips the line, and when
    SentencePieceTrainer.train(
        sentence_iterator=iter(sorted(lines)),
        model_writer=model,
        vocab_size=500,
        remove_extra_whitespaces=False,
        num_threads=1,
        minloglevel=2,
    )
    path = tmp_path_factory.mktemp("spm") / "examples.model"
    path.write_bytes(model.getvalue())
    return path


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], str]:
    """Writes a file into the test's folder and gives its path."""

    def write_file(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write_file
