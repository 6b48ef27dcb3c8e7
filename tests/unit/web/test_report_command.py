"""The command that a page offers for its report is one that can be typed."""

import shlex

from processes import run_module

from mtassay.web.report_command import report_command


def test_what_is_usual_is_left_out() -> None:
    assert (
        report_command(["-r", "ref.txt", "a.txt"], ["chrf"]) == "mtassay report -r ref.txt a.txt -m chrf -o report.html"
    )


def test_it_writes_a_report(tmp_path) -> None:
    texts = {"my ref.txt": "the cat sat\n" * 40, "a.txt": "the cat\n" * 40, "b.txt": "cat sat\n" * 40}
    texts["documents.txt"] = "one\ntwo\n" * 20
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    command = report_command(
        ["-r", "my ref.txt", "it's=a.txt", "b.txt"],
        ["chrf:word_order=2", "ter"],
        unit="document",
        labels=["document=documents.txt"],
        language="en",
        test="randomization:draws=1000",
        alpha=0.01,
    )
    done = run_module("mtassay.cli.main", *shlex.split(command)[1:], folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "it&#39;s" in (tmp_path / "report.html").read_text()
