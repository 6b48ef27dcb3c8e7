"""Build the wheel and the sdist, and try each in a fresh environment on every Python that is found.

What environments are filled with is downloaded once into build/wheelhouse; later runs need no network.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "wheels"
HOUSE = ROOT / "build" / "wheelhouse"
DIST = ROOT / "dist"
OLDEST = (3, 11)
NEWEST = (3, 16)

SMOKE = """
import mtassay
scores = mtassay.score(["the cat sat on a mat"], ["the cat sat on the mat"], ["bleu", "chrf"])
assert [round(score.value, 2) for score in scores] == [53.73, 65.98], scores
"""

PAGES = """
import pathlib, sys
import mtassay.web
folder = pathlib.Path(mtassay.web.__file__).parent
missing = [name for name in sys.argv[1:] if not (folder / name).is_file()]
assert not missing, missing
"""


def run(*command: object, **environment: str) -> None:
    """Run a command or stop."""
    subprocess.run([str(part) for part in command], check=True, env={**os.environ, **environment}, cwd=WORK)


def find_pythons() -> dict[str, str]:
    """Version and path of each Python from 3.11 on that runs and has venv and headers."""
    found: dict[str, str] = {}
    probe = (
        "import ensurepip, os, sys, sysconfig, venv\n"
        "assert os.path.exists(sysconfig.get_path('include') + '/Python.h')\n"
        "print('%d.%d' % sys.version_info[:2])"
    )
    minors = range(OLDEST[1], NEWEST[1] + 1)
    names = [sys.executable, *(f"python3.{minor}" for minor in minors)]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    names += [str(path) for minor in minors for path in sorted(pyenv.glob(f"versions/*/bin/python3.{minor}"))]
    for name in names:
        path = shutil.which(name)
        if path is None:
            continue
        answer = subprocess.run([path, "-c", probe], capture_output=True, text=True)
        if answer.returncode == 0:
            found.setdefault(answer.stdout.strip(), path)
    return found


def fill_house(python: Path, version: str) -> Path:
    """A folder with all wheels that installing and building need, downloaded once."""
    house = HOUSE / version
    stamp = house / ".complete"
    if not stamp.exists():
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        needs = [*project["project"]["dependencies"], *project["build-system"]["requires"], "cmake", "ninja"]
        run(python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", house, *needs)
        stamp.touch()
    return house


def try_package(package: Path, base: str, house: Path) -> None:
    """Install one file into a fresh environment, look for the files of pages, and score by Python and by command."""
    folder = WORK / "try"
    shutil.rmtree(folder, ignore_errors=True)
    run(base, "-m", "venv", folder)
    python = folder / "bin" / "python"
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(house), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    run(python, "-m", "pip", "install", "--quiet", package, **offline)
    run(python, "-c", SMOKE)
    pages = ROOT / "src" / "mtassay" / "web"
    suffixes = (".html", ".css", ".js", ".svg")
    run(python, "-c", PAGES, *(path.relative_to(pages) for path in pages.rglob("*") if path.suffix in suffixes))
    dialogues = ROOT / "examples" / "dialogues"
    run(folder / "bin" / "mtassay", "score", "-q", "-r", dialogues / "reference-a.en.txt",
        dialogues / "systems" / "neural-large.txt", "-b")  # fmt: skip


def main() -> None:
    """Build with 3.11 and with the first Python from 3.12 on, whose wheel serves all later ones."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(DIST, ignore_errors=True)
    WORK.mkdir(parents=True)
    pythons = find_pythons()
    print("Pythons found:", ", ".join(pythons))
    for version, base in sorted(pythons.items(), key=lambda item: tuple(map(int, item[0].split(".")))):
        builder = WORK / f"build-{version}"
        run(base, "-m", "venv", builder)
        house = fill_house(builder / "bin" / "python", version)
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(house), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        sdists = list(DIST.glob("*.tar.gz"))
        if not sdists:
            run(sys.executable, "-m", "build", "--sdist", "--outdir", DIST, ROOT, **offline)
            sdists = list(DIST.glob("*.tar.gz"))
        tag = "cp311-cp311" if version == "3.11" else "cp312-abi3"
        if not list(DIST.glob(f"*{tag}*.whl")):
            run(
                builder / "bin" / "python",
                "-m",
                "pip",
                "wheel",
                "--quiet",
                "--no-deps",
                "-w",
                DIST,
                sdists[0],
                **offline,
            )
        (wheel,) = DIST.glob(f"*{tag}*.whl")
        for package in (wheel, sdists[0]):
            try_package(package, base, house)
            print(f"Python {version}: {package.name} installs and scores")


if __name__ == "__main__":
    main()
