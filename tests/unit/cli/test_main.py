"""The command line as a user meets it: real processes, exit codes, messages."""

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run

Write = Callable[[str, str | bytes], str]


@pytest.fixture
def reference(write: Write) -> str:
    return write("ref.txt", "the cat sat on the mat\na dog barked at me\n")


@pytest.fixture
def system(write: Write) -> str:
    return write("sys.txt", "the cat sat on a mat\na dog barks at me\n")


def test_score_only(reference: str, system: str) -> None:
    result = run("score", "-r", reference, system, "-m", "bleu", "-b")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "40.15\n"  # sacreBLEU 2.6.0 says 40.145310162592594
    wide = run("score", "-r", reference, system, "-m", "bleu", "-m", "chrf", "-b", "-w", "4").stdout
    assert [len(number.split(".")[1]) for number in wide.split()] == [4, 4]


def test_json_has_the_documented_keys(reference: str, system: str) -> None:
    document = json.loads(
        run("score", "-r", reference, f"mine={system}", "-m", "chrf:word_order=2", "-f", "json").stdout
    )
    assert list(document) == ["version", "segments", "test_set", "target_language", "systems"]
    assert document["segments"] == 2
    assert document["systems"][0]["name"] == "mine"
    score = document["systems"][0]["scores"][0]
    assert list(score) == [*("metric", "spec", "label", "higher_is_better", "score", "places", "signature", "parts")]
    assert (score["metric"], score["spec"]) == ("chrf", "chrf:word_order=2")


def test_gzip_and_standard_input(reference: str, write: Write) -> None:
    packed = write("packed.txt.gz", gzip.compress(Path(reference).read_bytes()))
    result = run("score", "-r", packed, "-", "-m", "bleu", "-b", stdin=Path(reference).read_text())
    assert result.stdout == "100.00\n"


def test_segments_are_written_whole(reference: str, system: str, tmp_path: Path) -> None:
    out = tmp_path / "segments.tsv"
    result = run("score", "-r", reference, system, "--segments", str(out), "-w", "1")
    assert result.stderr == ""
    assert "\nBLEU of segments  higher is better  nrefs:1|case:mixed|eff:yes|tok:13a|" in result.stdout
    assert out.read_text() == "system\tsegment\tBLEU\tchrF2\nsys\t1\t53.7\t66.0\nsys\t2\t30.2\t60.6\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ref.txt", "segments.tsv", "sys.txt"]


def test_segments_that_cannot_be_written_leave_nothing_behind(reference: str, system: str, tmp_path: Path) -> None:
    out = tmp_path / "none" / "out.tsv"
    result = run("score", "-r", reference, system, "--segments", str(out))
    assert result.returncode == 5
    assert f"{out}: there is no folder {out.parent}; create it first" in result.stderr
    full = run("score", "-r", reference, system, "-q", "--segments", "/dev/full")
    assert (full.returncode, full.stdout) == (5, "")
    assert "/dev/full: cannot be written: No space left on device" in full.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ref.txt", "sys.txt"]


def test_segments_through_a_link_leave_the_link(reference: str, system: str, tmp_path: Path) -> None:
    real, link = tmp_path / "real.tsv", tmp_path / "link.tsv"
    real.write_text("old")
    link.symlink_to(real)
    assert run("score", "-r", reference, system, "-q", "--segments", str(link)).returncode == 0
    assert link.is_symlink()
    assert real.read_text().startswith("system\tsegment")


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_segments_to_standard_output_replace_the_table(reference: str, system: str, name: str) -> None:
    lines = run("score", "-r", reference, system, "-q", "--segments", name).stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == ["system", "sys", "sys"]


@pytest.mark.parametrize(
    "options",
    [
        ["-b", "--cite"],
        ["-f", "json", "--cite"],
        ["--segments", "-", "-f", "json"],
        ["--segments", "-", "-b"],
        ["--post-edit", "other.txt"],
    ],
)
def test_options_that_contradict_each_other_are_refused(reference: str, system: str, options: list[str]) -> None:
    result = run("score", "-r", reference, system, *options)
    assert (result.returncode, result.stdout) == (2, "")
    assert "cannot be combined" in result.stderr


def test_streams_may_be_closed_or_poor(reference: str, system: str) -> None:
    def shell(command: str) -> int:
        program = f"{sys.executable} -m mtassay.cli.main"
        done = subprocess.run(["bash", "-c", command.format(program)], capture_output=True, text=True)
        assert "bug in mtassay" not in done.stdout + done.stderr
        return done.returncode

    score = f"{{}} score -r {reference} {system}"
    assert shell(f"{score} >&-") == 0
    assert shell(f"{score} 2>&-") == 0
    assert shell(f"{{}} score -r {reference} - <&-") == 7
    assert shell("PYTHONIOENCODING=latin-1 {} metrics bleu >/dev/null") == 0
    assert run("tokenize", stdin="中\n", env={"PYTHONIOENCODING": "latin-1"}).stdout == "\\u4e2d\n"


def test_warnings_as_errors_are_no_bugs(reference: str, write: Write) -> None:
    result = run("score", "-r", reference, write("gaps.txt", "a\n\n"), env={"PYTHONWARNINGS": "error"})
    assert result.returncode == 7
    assert result.stderr.startswith("mtassay: severe: segments without text: 1 in system gaps (2)")


def test_file_names_need_not_be_text(reference: str, tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    Path(os.fsdecode(odd)).write_bytes(Path(reference).read_bytes())
    out = tmp_path / "out.tsv"
    command = [sys.executable, "-m", "mtassay.cli.main", "score", "-q", "-r", reference, odd, "--segments", str(out)]
    done = subprocess.run(command, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"caf\xe9 " in done.stdout
    assert b"caf\xe9\t1" in out.read_bytes()


def test_a_note_is_given_once(reference: str, system: str) -> None:
    weights = "bleu:weights='0.5,0.5,0.5,0.5'"
    assert run("score", "-r", reference, system, "-m", weights, "--threads", "1").stderr.count("add up to 2") == 1


def test_no_color_unless_asked(reference: str, system: str) -> None:
    assert "\x1b" not in run("score", "-r", reference, system).stdout
    two = ["score", "-r", reference, system, f"other={reference}", "--color"]
    assert "\x1b[1m" in run(*two).stdout
    assert "\x1b" not in run(*two[:-1], "--no-color").stdout


def test_cite(reference: str, system: str) -> None:
    assert "Papineni" in run("score", "-r", reference, system, "--cite").stdout


def test_notes_go_to_standard_error_and_can_be_silenced(reference: str, write: Write) -> None:
    gaps = write("gaps.txt", "the cat sat on the mat\n\n")
    noted = run("score", "-r", reference, gaps)
    assert noted.stderr == (
        "mtassay: note: severe: segments without text: 1 in system gaps (2)\n"
        f"mtassay: note: see them: mtassay check -r {reference} {gaps}\n"
    )
    assert run("score", "-r", reference, gaps, "-q").stderr == ""


def test_the_target_language_chooses_the_tokenizer(write: Write) -> None:
    path = write("ja.txt", "私は学生です。\n")
    done = run("score", "-r", path, f"same={path}", "-m", "bleu", "-l", "ja")
    assert "|tok:ja-mecab-0.996-IPA|" in done.stdout
    document = json.loads(run("score", "-r", path, path, "-l", "zh-CN", "-f", "json").stdout)
    assert [one["spec"] for one in document["systems"][0]["scores"]] == ["bleu:tokenize=zh", "chrf"]


def test_metrics_and_tokenize() -> None:
    assert re.search("^bleu +n-gram precision", run("metrics").stdout, re.MULTILINE)
    assert "max_ngram_order=4" in run("metrics", "bleu").stdout
    assert run("tokenize", stdin="It's 3.5%, isn't it?\n\n").stdout == "It's 3.5 % , isn't it ?\n\n"
    assert run("tokenize", "-t", "char", "-l", stdin="Ab\n").stdout == "a b\n"


def test_mbr_and_its_oracle(write: Write) -> None:
    samples = write("samples.jsonl", '["a dog", "the cat sat", "the cat sat down"]\n["x y", "x y"]\n')
    result = run("mbr", samples, "-w", "2")
    assert result.stdout.splitlines()[0] == "segment\tindex\tscore"
    assert [line.split("\t")[:2] for line in result.stdout.splitlines()[1:]] == [["1", "2"], ["2", "0"]]
    assert run("mbr", samples, "--text").stdout == "the cat sat down\nx y\n"
    reference = write("mbr-ref.txt", "a dog barks\nx y\n")
    oracle = run("mbr", samples, "-m", "ter", "-r", reference, "-w", "1").stdout
    assert oracle == "segment\tindex\tscore\n1\t0\t33.3\n2\t0\t0.0\n"
    short = run("mbr", samples, "-r", write("short-ref.txt", "a\n"))
    assert (short.returncode, short.stdout) == (7, "")
    assert "short-ref.txt: 1 lines for 2 segments" in short.stderr


def test_post_edits_take_the_place_of_references(reference: str, system: str) -> None:
    result = run("score", "--post-edit", reference, system, "-m", "hter", "-m", "ter", "-m", "chrf", "-b")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "18.18\t18.18\t63.63\n"  # two words of eleven


def test_scores_of_other_programs_need_no_reference(reference: str, system: str, write: Write, tmp_path: Path) -> None:
    judge = write("judge.tsv", "system\tsegment\tscore\nsys\t1\t0.5\nsys\t2\t0.75\n")
    assert run("score", system, "-m", f"given:path={judge}", "-b").stdout == "0.6250\n"
    both = run("score", "-r", reference, system, "-m", "chrf", "-m", f"given:path={judge},name=Judge", "-b")
    assert both.stdout == "63.63\t0.6250\n"  # sacreBLEU 2.6.0 says 63.63 of chrF
    # what --segments writes can be read again
    segments = str(tmp_path / "segments.tsv")
    run("score", "-r", reference, system, "-q", "--segments", segments)
    again = run("score", system, "--segments", "-", "-q", "-m", f"given:path={segments},column=chrF2,name=chrF2").stdout
    cells = [line.split("\t") for line in Path(segments).read_text().splitlines()]
    assert again == "".join(f"{one[0]}\t{one[1]}\t{one[3]}\n" for one in cells)
    piped = run("score", system, "-m", "given:path=-", "-b", stdin=Path(judge).read_text())
    assert piped.stdout == "0.6250\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["score"], 2, "Try: mtassay score --help"),
        (["score", "{sys}", "-m", "ter"], 2, "ter needs references; give them with -r FILE\nTry: mtassay score --help"),
        (
            ["score", "-r", "{ref}", "{sys}", "-m", "hter"],
            2,
            "hter needs post-edits; give them with mtassay score --post-",
        ),
        (["score", "{sys}", "-m", "hter"], 2, "hter needs post-edits"),
        (["compare", "-r", "{ref}", "{sys}", "{ref}", "-m", "hter"], 2, "hter needs post-edits"),
        (["score", "--post-edit", "{ref}", "{sys}", "{short}"], 7, "short.txt has 1 line, but"),
        (["score", "--post-edit", "{ref}", "{sys}", "{ref}"], 7, "a post-edit belongs to the output that was edited"),
        (["score", "--post-edit", "-", "-"], 7, "standard input (-) is named more than once"),
        (["mbr", "{ref}", "--per", "1", "-m", "hter"], 7, "not flagged as post-edits"),
        (["nonsense"], 2, "No such command 'nonsense'"),
        (["score", "-r", "{ref}", "{sys}", "-m", "blue"], 2, "there is no metric 'blue' (did you mean 'bleu'?)"),
        (
            ["score", "-r", "{ref}", "{sys}", "-m", "bleu:tok=zh"],
            2,
            "bleu has no setting 'tok' (did you mean 'tokenize'?)",
        ),
        (["score", "-r", "{ref}", "{sys}", "-f", "html"], 2, "'html' is not one of"),
        (["score", "-r", "{ref}", "{sys}", "{sys}"], 7, "two systems are called 'sys'"),
        (["score", "-r", "{ref}", "missing.txt"], 7, "missing.txt: there is no such file"),
        (["score", "-r", "{ref}", "{short}"], 7, "short.txt has 1 line, but"),
        (["score", "-r", "{empty}", "{sys}"], 7, "empty.txt: the file is empty"),
        (["score", "-r", "{latin}", "{sys}"], 7, "latin.txt, line 2: byte 0xEA is not UTF-8"),
        (["score", "-r", "{nul}", "{sys}"], 7, "nul.txt, line 1: a character that no text has"),
        (["score", "-r", "", "{sys}"], 7, "an empty file name"),
        (["score", "-r", "{ref}", "a\tb={sys}"], 7, "holds a control character"),
        (["score", "-r", "{ref}", "{sys}", "-m", "chrf:beta=1e200"], 2, "beta=1e+200: expected 1000 or less"),
        (["score", "-r", "-", "-"], 7, "standard input (-) is named more than once"),
        (["score", "-r", "{ref}", "{sys}", "-l", "German"], 7, "target_language: 'German' is no language code"),
        (["score", "-r", "{ref}", "{sys}", "-m", "bleu:tokenize=spm"], 2, "spm: no model; give the path"),
        (["tokenize", "-t", "spm:model={ref}"], 7, "ref.txt: this is no SentencePiece model"),
        (["score", "-r", "{ref}", "{sys}", "-l", "en-zh"], 7, "looks like a pair; name the target language alone: zh"),
        (["score", "{sys}", "-m", "given"], 2, "given: no path; name the file that holds the scores: given:path=FILE"),
        (["score", "{sys}", "-m", "given:path=no.tsv"], 7, "no.tsv: there is no such file"),
        (["score", "{sys}", "-m", "given:path={short}"], 7, "short.txt: a header line and no scores below it"),
        (["mbr", "{ref}", "--per", "1", "-m", "given:path={sys}"], 2, "cannot judge other text"),
        (["mbr", "{ref}", "--per", "1", "-m", "given:path={sys}", "-r", "{ref}"], 2, "cannot judge other text"),
        (["mbr", "-", "-r", "-"], 7, "standard input (-) is named more than once"),
        (["metrics", "blue"], 2, "did you mean 'bleu'?"),
        (["tokenize", "-t", "13b"], 2, "there is no tokenizer '13b' (did you mean '13a'?)"),
    ],
)
def test_mistakes_are_explained(
    reference: str, system: str, write: Write, arguments: list[str], code: int, message: str
) -> None:
    files = {
        "ref": reference,
        "sys": system,
        "short": write("short.txt", "one line\n"),
        "empty": write("empty.txt", ""),
        "latin": write("latin.txt", "a\nкафе и чай\n".encode("cp1251")),
        "nul": write("nul.txt", b"a\0\nb\n"),
    }
    result = run(*(argument.format(**files) for argument in arguments))
    assert result.returncode == code
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.startswith("mtassay: ")


def test_a_line_of_a_megabyte_is_scored(write: Write) -> None:
    line = " ".join(f"word{n % 5000}" for n in range(110_000)) + "\n"
    path = write("long.txt", line)
    result = run("score", "-r", path, f"same={path}", "-b", "-q")
    assert result.stdout == "100.00\t100.00\n"


def test_bugs_are_called_bugs(reference: str, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import mtassay.corpus.files as files, mtassay.cli.main as main\n"
        "def broken(*_, **__): raise RuntimeError('boom')\n"
        "files.read_evalset = broken\n"
        f"main.main(['score', '-r', {reference!r}, {system!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "this is a bug in mtassay: RuntimeError: boom" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_is_no_error(reference: str, system: str) -> None:
    command = f"{sys.executable} -m mtassay.cli.main metrics bleu | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout.strip() == "0"
    assert done.stderr == ""


def test_mbr_scores_all_segments_alike_where_the_language_is_named(write: Write) -> None:
    # somebody put spaces between the words of most segments, so that TER counts words in all of them
    samples = write("samples.jsonl", '["今天天气很好。", "今天天气好。"]\n["我 爱 你 们 吗?", "我 爱 你 们!"]\n')
    chosen = run("mbr", samples, "-m", "ter", "-l", "zh", "-w", "1").stdout
    assert chosen == "segment\tindex\tscore\n1\t0\t50.0\n2\t1\t20.0\n"
    reference = write("zh.txt", "今天天气很好吗。\n我 爱 你 们!\n")
    oracle = run("mbr", samples, "-m", "ter", "-l", "zh", "-w", "1", "-r", reference).stdout
    assert oracle == "segment\tindex\tscore\n1\t0\t100.0\n2\t1\t0.0\n"


CHOSEN = "the references are in Chinese script, so BLEU uses the tokenizer zh; name the target language or a tokenizer"


def test_every_command_says_which_tokenizer_the_letters_chose(write: Write) -> None:
    chinese = write("zh.txt", "今天天气很好，我们去公园吧。\n大家早上好，今天很高兴见到你们。\n")
    other = write("other.txt", "今天天气很好，我们去公园。\n大家早上好，今天很高兴。\n")
    samples = write("samples.jsonl", '["今天天气很好。", "今天天气好。"]\n["OK Google", "Google OK"]\n')
    for command in (
        ["score", "-r", chinese, other, "-m", "bleu"],
        ["compare", "-r", chinese, chinese, other, "-m", "bleu"],
        ["explain", "-m", "bleu", "今天天气好。", "今天天气很好。"],
        ["mbr", samples, "-m", "bleu"],
    ):
        result = run(*command)
        assert result.returncode == 0, result.stderr
        assert result.stderr.count(CHOSEN) == 1, command
    assert "tok:zh" in run("score", "-r", chinese, other, "-m", "bleu", "-q").stdout
    told = run("score", "-r", chinese, other, "-m", "bleu", "-l", "en")
    assert "tok:13a" in told.stdout
    assert CHOSEN not in told.stderr
    assert run("sacrebleu", chinese, "-i", other, "-m", "bleu", "-b").stdout == "0.0\n"


def test_segments_on_standard_output_say_beside_it_how_they_were_scored(reference: str, system: str) -> None:
    result = run("score", "-r", reference, system, "-m", "bleu", "--segments", "-")
    assert "note: BLEU of segments: nrefs:1|case:mixed|eff:yes|tok:13a|" in result.stderr
    assert result.stdout.startswith("system\tsegment\tBLEU\n")
