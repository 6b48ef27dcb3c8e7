"""Output that was recorded: `tests/golden/COMMAND/NAME.txt`; `pytest --update-golden` writes it anew."""

from pathlib import Path

import pytest

from mtassay import __version__

_FOLDER = Path(__file__).parent / "golden"


def compare(name: str, arguments: str, output: str, request: pytest.FixtureRequest) -> None:
    """Compare what `mtassay ARGUMENTS` printed with what it printed when somebody last read it."""
    # the version stands in every signature; a release changes no score
    recorded = f"# mtassay {arguments}\n{output}".replace(__version__, "VERSION")
    command = arguments.split()[0]
    path = _FOLDER / ("" if command.startswith("-") else command) / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(recorded, encoding="utf-8")
    assert recorded == path.read_text(encoding="utf-8")
