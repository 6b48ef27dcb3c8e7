"""Every command in a Python that starts for it, as users run it, does what it does where all is imported already."""

from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run, run_fresh

from mtassay.cli.main import cli

COMMANDS = {
    "account": ["account", "list", "--db", "memory.db"],
    "analyses": ["analyses", "errors"],
    "analyze": ["analyze", "-s", "ref.txt", "-r", "ref.txt", "sys.txt", "other=ref.txt", "--where", "length > 1"],
    "campaign": ["campaign", "plan", "-s", "ref.txt", "sys.txt", "other=ref.txt"],
    "check": ["check", "-r", "ref.txt", "sys.txt"],
    "compare": ["compare", "-r", "ref.txt", "sys.txt", "other=ref.txt", "-m", "bleu", "-m", "ter"],
    "convert": ["convert", "-r", "ref.txt", "sys.txt", "all.xlsx"],
    "db": ["db", "history", "--db", "memory.db"],
    "explain": ["explain", "-m", "bleu", "-m", "ter", "the cat sat on a mat", "the cat sat on the mat"],
    "human": ["human", "judged.tsv"],
    "join": ["join", "scores.json"],
    "judge": ["judge", "--judge", "anna", "--db", "memory.db"],
    "learn": [
        "learn",
        "-r",
        "more.txt",
        "a=sys5.txt",
        "b=turned.txt",
        "--judgments",
        "cells.tsv",
        "-m",
        "chrf",
        "-o",
        "a.json",
        "--draws",
        "99",
    ],
    "mbr": ["mbr", "ref.txt", "--per", "2"],
    "meta": ["meta", "--scores", "wide.tsv"],
    "metrics": ["metrics", "chrf"],
    "report": ["report", "-r", "ref.txt", "sys.txt", "other=ref.txt", "-o", "report.html"],
    "sacrebleu": ["sacrebleu", "ref.txt", "-i", "sys.txt"],
    "score": ["score", "-r", "ref.txt", "sys.txt", "-m", "bleu", "-m", "meteor2005"],
    "serve": ["serve", "--db", "ref.txt", "--no-browser"],
    "tokenize": ["tokenize", "ref.txt"],
}


def test_every_command_is_here() -> None:
    assert sorted(COMMANDS) == sorted(cli.commands)


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_fresh_process_does_the_same(
    arguments: list[str], write: Callable[[str, str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("ref.txt", "the cat sat on the mat\na dog barked\n")
    write("sys.txt", "the cat sat on a mat\na dog barks at me\n")
    rows = [f"s{system}\t{segment}\t{system * segment % 5}\t{system}" for system in range(4) for segment in range(5)]
    write("wide.tsv", "\n".join(["system\tsegment\thuman\tchrf", *rows, ""]))
    write("judged.tsv", "source\ttarget\tscore\tjudge\tsystem\nJa.\tYes.\t9\tanna\tA\nJa.\tNo.\t1\tanna\tB\n")
    words = [f"the cat sat on mat {number} and slept" for number in range(10)]
    write("more.txt", "\n".join(words) + "\n")
    write("sys5.txt", "".join(f"{' '.join(line.split()[: 3 + number % 5])}\n" for number, line in enumerate(words)))
    write(
        "turned.txt",
        "".join(f"{' '.join(line.split()[::-1][: 3 + number % 3])}\n" for number, line in enumerate(words)),
    )
    cells = [
        f"{system}\t{number + 1}\t{number % 4 + place}" for place, system in enumerate("ab") for number in range(10)
    ]
    write("cells.tsv", "\n".join(["system\tsegment\tscore", *cells, ""]))
    assert run("db", "init", "memory.db", "--project", "talks").returncode == 0
    write("scores.json", run("score", "-r", "ref.txt", "sys.txt", "-f", "json").stdout)
    prepared, fresh = run(*arguments), run_fresh("mtassay.cli.main", *arguments)
    assert fresh.returncode == (8 if "serve" in arguments else 0)  # what is served there is no database
    assert (fresh.returncode, fresh.stdout, fresh.stderr) == (prepared.returncode, prepared.stdout, prepared.stderr)
