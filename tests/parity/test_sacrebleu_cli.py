"""`mtassay sacrebleu` prints what sacreBLEU prints, byte for byte but for the version."""

import gzip
import json
import os
import pty
import re
import shlex
import subprocess

import pytest
from parity.sacrebleu_programs import (
    OURS,
    PEER,
    ROOT,
    Write,
    check,
    check_paired,
    refused,
    run,
    without_explanation,
    without_version,
)
from processes import prepared_program

import mtassay

_REFERENCES = "examples/dialogues/reference-a.en.txt examples/dialogues/reference-b.en.txt"
_ONE = "-i examples/dialogues/systems/phrase-based.txt"
_FOUR = "-i " + " ".join(
    f"examples/dialogues/systems/{name}.txt"
    for name in ("neural-large", "neural-small", "phrase-based", "word-by-word")
)
_LEGAL = "examples/legal/reference.en.txt -i examples/legal/systems/online-a.txt"


@pytest.mark.parametrize(
    "arguments",
    [
        f"{_REFERENCES} {_ONE}",
        f"{_REFERENCES} {_ONE} -f text",
        f"{_REFERENCES} {_ONE} -f latex",
        f"{_REFERENCES} {_ONE} -l de-ja",
        f"{_REFERENCES} {_ONE} -tok ko-mecab",
        f"{_REFERENCES} {_FOUR} -m bleu chrf ter",
        f"{_REFERENCES} {_FOUR} -m ter --ter-normalized --ter-no-punct -f text",
        f"{_REFERENCES} {_ONE} -b",
        f"{_REFERENCES} {_ONE} -m chrf bleu",
        f"{_REFERENCES} {_ONE} -m bleu chrf -b",
        f"{_REFERENCES} {_ONE} -m bleu chrf -b -f text -w 4",
        f"{_REFERENCES} {_ONE} -m bleu chrf -f text --short",
        f"{_REFERENCES} {_ONE} -m bleu chrf -sh -w 0",
        f"{_REFERENCES} {_ONE} -m bleu chrf --detail",
        f"{_REFERENCES} {_ONE} -sl -w 6",
        f"{_REFERENCES} {_ONE} -sl -f json -sh -m chrf --chrf-word-order 2",
        f"{_REFERENCES} {_ONE} -sl -b -s add-k -sv 0.5",
        f"{_REFERENCES} {_FOUR}",
        f"{_REFERENCES} {_FOUR} -m bleu chrf -w 3",
        f"{_REFERENCES} {_FOUR} -f text",
        f"{_REFERENCES} {_FOUR} -m chrf bleu -f text -w 3 --short",
        f"{_REFERENCES} {_FOUR} -m bleu chrf -f text -w 0",
        f"{_REFERENCES} {_FOUR} -m bleu chrf -f latex -cw 2 -w 2",
        f"{_LEGAL} -s floor -f text",
        f"{_LEGAL} -s floor -sv 0.123 -f text",
        f"{_LEGAL} -s add-k -w 3",
        f"{_LEGAL} -s exp -sv 3 -f text",
        f"{_LEGAL} -s none -lc -tok intl -f text",
        f"{_LEGAL} --tokenize zh --force",
        f"{_LEGAL} -tok char -q",
        f"{_LEGAL} -tok none --no-color",
        f"{_LEGAL} -l hi-zh -f text",
        f"{_LEGAL} -m chrf --chrf-beta 3 -cc 4 -cw 1 --chrf-whitespace --chrf-lowercase -f text",
        f"{_LEGAL} -m chrf --chrf-eps-smoothing -w 4",
        f"{_LEGAL} --sentence --smooth-m floor",  # argparse takes the start of a flag
        "-b -w 2 examples/legal/reference.en.txt --input=examples/legal/systems/online-b.txt",
    ],
)
def test_flags_on_the_examples(arguments: str) -> None:
    check(*shlex.split(arguments))


def test_the_format_from_the_environment() -> None:
    assert check(*shlex.split(f"{_REFERENCES} {_ONE} -f json"), env={"SACREBLEU_FORMAT": "TEXT"}).startswith("BLEU|")
    assert check(*shlex.split(f"{_REFERENCES} {_ONE}"), env={"SACREBLEU_FORMAT": "yaml"}).startswith("{")


_NASTY = [
    "\ufeffthe  cat sat \t ",
    "a\rb c \x0b d\x85e\u2028f\x0c",
    "",
    "   ",
    "na\u0308ive caf\u00e9 \u4e2d\u6587\u3002 \U0001f642",
    "x\0y z\r",
    "&lt;b&gt; 1,5.0 -- it's \u201cso\u201d",
    "no\u00a0break\u3000 ",
]
_OTHER = [
    "the cat sat",
    "a b c d e f",
    "x",
    "",
    "naive caf\u00e9 \u4e2d\u6587",
    "x y z",
    "<b> 1,5.0 -- it's",
    "no break",
]


@pytest.mark.parametrize("options", ["-m bleu chrf -f text", "-sl -w 3", "-sl -m chrf --chrf-whitespace -w 3", "-lc"])
def test_nasty_files(write: Write, options: str) -> None:
    nasty = write("nasty.txt", "\n".join(_NASTY))  # no newline at the end
    other = write("other.txt", "\n".join(_OTHER) + "\n")
    check(nasty, "-i", other, *shlex.split(options))
    check(other, nasty, "-i", nasty, *shlex.split(options))


def test_standard_input(write: Write) -> None:
    reference = write("ref.txt", "the cat sat\na dog barked\nso it goes\n")
    check(reference, stdin="the cat\na dog barked \t\nso it goes")
    # a carriage return ends a line there, but not in a file
    check(reference, "-sl", stdin="the cat\ra dog barked\r\nso it goes\n")
    check(reference, "-m", "bleu", "chrf", stdin="the cat \tthe\na dog \t a dog\nso\tit goes\n")
    check(
        reference, "-m", "chrf", "--chrf-whitespace", "-w", "5", stdin="the cat  \tthe\na dog  \t a dog\nso\tit goes\n"
    )
    check(write("empty.txt", "\n"))


def test_packed_files_and_other_encodings(write: Write) -> None:
    text = "le caf\u00e9 est ferm\u00e9\nd\u00e9j\u00e0 vu\n"
    packed = write("ref.txt.gz", gzip.compress(text.encode()))
    check(packed, "-i", write("sys.txt", text.replace("est", "fut")))
    for encoding in ("latin-1", "utf-16", "cp1252"):
        reference = write(f"ref.{encoding}", text.encode(encoding))
        check(reference, "-e", encoding, "-i", write(f"sys.{encoding}", text.replace("est", "fut").encode(encoding)))
        check(reference, "--encoding", encoding, stdin=text.upper().encode(encoding))


def test_references_in_columns(write: Write) -> None:
    reference = write("refs.tsv", "the cat sat\tthe cat was sitting\ta\tb\na dog \t \tx\n")
    check(reference, "-nr", "3", "-m", "bleu", "chrf", "-f", "text", stdin="the cat sat down\na dog\n")
    assert "line 2: expected 4 references" in refused(7, reference, "-nr", "4", stdin="a\nb\n")


def test_odd_system_names(write: Write) -> None:
    reference = write("ref.txt", "the cat sat on the mat\n")
    names = [
        write(name, f"the cat {number}\n") for number, name in enumerate(["a_b&c%.txt", "é~^{x}#$.txt", "<y>\\.txt"])
    ]
    for format in ("text", "latex", "json"):
        check(reference, "-i", *names, "-f", format)


def on_a_terminal(program: list[str], *arguments: str) -> str:
    leader, follower = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    command = [prepared_program(), "-m", *program, *_REFERENCES.split(), "-q", *arguments]
    running = subprocess.Popen(command, stdout=follower, env=environment, cwd=ROOT)
    os.close(follower)
    pieces = []
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        pieces.append(piece)
    assert running.wait() == 0
    os.close(leader)
    return without_version(b"".join(pieces).decode()).replace("\r\n", "\n")


_SMALL_AND_LARGE = ["-i", *_FOUR.split()[1:3], "-f", "text"]


@pytest.mark.parametrize(
    "arguments",
    [
        _SMALL_AND_LARGE,
        [*_ONE.split(), "-f", "text", "-ci", "-cin", "50", "-m", "bleu", "chrf"],
        [*_ONE.split(), "-f", "text", "-ci", "-cin", "50", "-m", "bleu", "chrf", "-b"],
        [*_ONE.split(), "-ci", "-cin", "50"],
    ],
)
def test_colors_on_a_terminal(arguments: list[str]) -> None:
    assert ("\x1b[36m" in on_a_terminal(OURS, *arguments)) == ("text" in arguments)
    # the peer's last word is colorama's
    assert on_a_terminal(OURS, *arguments) == on_a_terminal(PEER, *arguments).removesuffix("\x1b[0m")
    assert on_a_terminal(OURS, *arguments, "-nc") == on_a_terminal(PEER, *arguments, "-nc")


@pytest.mark.parametrize("format", ["text", "latex"])
def test_colors_of_paired_tests(write: Write, format: str) -> None:
    lines = (ROOT / _FOUR.split()[1]).read_text(encoding="utf-8").splitlines()
    # a word less: a difference that chance may well have made
    almost = write("almost.txt", "\n".join([lines[0].rpartition(" ")[0], *lines[1:]]) + "\n")
    arguments = ["-i", *_FOUR.split()[1:3], almost, "-f", format, "-m", "chrf", "ter", "-pbs", "-pbsn", "50"]
    printed, expected = (without_explanation(on_a_terminal(program, *arguments)) for program in (OURS, PEER))
    assert all(color in printed for color in ("\x1b[31m(p = ", "\x1b[33mBaseline: ", "\x1b[36mTER"))
    assert printed == expected.removesuffix("\x1b[0m")


@pytest.mark.parametrize(
    "arguments",
    [
        f"{_REFERENCES} {_ONE} -ci -cin 100",
        f"{_REFERENCES} {_ONE} -ci -cin 100 -m ter chrf bleu -w 10",
        f"{_REFERENCES} {_ONE} -ci -cin 100 -m ter chrf bleu -f text -w 10",
        f"{_REFERENCES} {_ONE} --confidence -cin 50 -m bleu chrf ter -f text --short",
        f"{_REFERENCES} {_ONE} --confidence --confidence-n 50 -m bleu chrf -b",
        f"{_REFERENCES} {_ONE} --confidence --confidence-n 50 -m bleu chrf -b -f text",
        f"{_REFERENCES} {_ONE} -ci -cin 50 -f latex",
        f"{_REFERENCES} {_ONE} -ci -cin 1 -f text",
        f"{_REFERENCES} {_ONE} -cin 50 -f text",
        f"{_REFERENCES} {_ONE} -ci",
        f"{_REFERENCES} {_FOUR} -par -parn 100 -m ter chrf bleu",
        f"{_REFERENCES} {_FOUR} -pbs -pbsn 100",  # of chrF and TER sacreBLEU cannot write JSON
    ],
)
def test_significance(arguments: str) -> None:
    check(*shlex.split(arguments))
    check(*shlex.split(arguments), env={"SACREBLEU_SEED": "42"})


@pytest.mark.parametrize(
    "arguments",
    [
        f"{_REFERENCES} {_FOUR} --paired-bs -pbsn 100 -m bleu chrf ter -f text",
        f"{_REFERENCES} {_FOUR} -pbs --paired-bs-n 100 -m ter chrf bleu -f text -w 10 --short",
        f"{_REFERENCES} {_FOUR} -pbs -pbsn 100 -m chrf -cw 2 -f latex -j 2",
        f"{_REFERENCES} {_FOUR} --paired-ar -parn 100 -m bleu chrf ter -f text -w 3",
        f"{_REFERENCES} {_FOUR} -par --paired-ar-n 100 -m ter -f latex --paired-jobs 1",
        f"{_REFERENCES} {_FOUR} -par -parn 0 -f text",
        # the baseline again among all the others
        f"{_REFERENCES} {_ONE} examples/dialogues/systems/neural-small.txt {_ONE[3:]} -pbs -pbsn 20 -f text",
        f"{_LEGAL} examples/legal/systems/online-b.txt -m bleu chrf ter -s add-k -sv 0.5 -pbs -pbsn 200 -f text -w 8",
        f"{_LEGAL} examples/legal/systems/online-b.txt -m chrf --chrf-eps-smoothing -pbs -pbsn 200 -f text -w 8",
    ],
)
def test_paired_tests(arguments: str) -> None:
    check_paired(*shlex.split(arguments))
    check_paired(*shlex.split(arguments), env={"SACREBLEU_SEED": "42"})


def test_paired_tests_of_standard_input(write: Write) -> None:
    reference = write("ref.txt", "the cat sat on the mat\na dog barked\nso it goes\n")
    systems = "the cat sat\tthe cat on the mat\tthe cat sat\na dog\ta dog barks\ta dog\nso it\tso it goes\tso it\n"
    for test in (("-pbs", "-pbsn", "60"), ("-par", "-parn", "60")):
        printed = check_paired(reference, *test, "-m", "bleu", "chrf", "ter", "-f", "text", stdin=systems)
        assert [line.split()[1] for line in printed.splitlines() if line.startswith("│ ")][1] == "Baseline"
        check(reference, *test, stdin=systems)


def test_paired_tests_in_json_have_every_metric() -> None:
    done = run(OURS, shlex.split(f"{_REFERENCES} {_FOUR} -pbs -pbsn 100 -m chrf ter"))
    first, second, *_ = json.loads(done.stdout)
    assert first["system"].startswith("Baseline: examples/")
    assert [list(row["chrF2"]) for row in (first, second)] == [["score", "p_value", "mean", "ci"]] * 2
    assert first["TER"]["p_value"] is None
    assert second["TER"]["p_value"] == 1 / 101


def test_p_values_are_explained() -> None:
    printed = run(OURS, shlex.split(f"{_REFERENCES} {_FOUR} -pbs -f text"))
    assert "Paired bootstrap, 1000 resampled test sets" in printed.stdout
    assert "`mtassay compare` keeps to 5 %" in printed.stdout
    printed = run(OURS, shlex.split(f"{_REFERENCES} {_FOUR} -par -f text"))
    assert "Approximate randomization, 10000 exchanges" in printed.stdout
    assert printed.stderr == ""


def test_identical_systems_are_noted(write: Write) -> None:
    copy = write("copy.txt", (ROOT / _FOUR.split()[1]).read_text(encoding="utf-8"))
    arguments = [
        *_REFERENCES.split(),
        *_FOUR.split()[:2],
        copy,
        "-par",
        "-parn",
        "20",
        "-f",
        "text",
        "-m",
        "bleu",
        "chrf",
    ]
    check_paired(*arguments)
    assert run(OURS, arguments).stderr.count("p = 1/21, as if they differed beyond doubt") == 1
    assert run(OURS, [*arguments, "-q"]).stderr == ""


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [
        (2, "", "no references"),
        (2, f"{_LEGAL} -m blue", "invalid choice: 'blue'"),
        (2, f"{_LEGAL} --nonsense", "unrecognized arguments: --nonsense"),
        (2, f"{_LEGAL} -f html", "invalid choice: 'html'"),
        (2, f"{_LEGAL} -tok 13b", "there is no tokenizer '13b'"),
        (2, f"{_LEGAL} -tok auto", "sacreBLEU has no tokenizer 'auto'"),
        (2, f"{_LEGAL} -tok flores200", "write spm:model=FILE for it"),
        (2, "-t '' -l en-de", "an empty name"),
        (2, "- -i -", "standard input (-) is named more than once"),
        (7, f"{_LEGAL} -e punycode", "this is not punycode"),
        (2, f"{_LEGAL} -l hi", "expected two languages"),
        (2, f"{_LEGAL} -sl -m bleu chrf", "takes one metric"),
        (2, f"{_LEGAL} -t wmt21 -l en-de", "leave one of them out"),
        (2, "-t wmt21", "needs a language pair"),
        (2, f"{_LEGAL} --origlang en", "need a test set"),
        (2, f"{_REFERENCES} {_ONE} -nr 2", "the only reference file"),
        (2, f"{_LEGAL} -w -1", "--width -1: expected 0 to 100"),
        (2, f"{_LEGAL} -e klingon", "there is no text encoding 'klingon'"),
        (2, "examples/legal/reference.en.txt -i", "-i names no file"),
        (2, "--download wmt21", "sacrebleu --download wmt21"),
        (2, "-t wmt21 --cite", "sacrebleu -t wmt21 --cite"),
        (2, f"{_REFERENCES} {_FOUR} -par -pbs", "choose one"),
        (2, f"{_REFERENCES} {_ONE} -sl -ci", "neither intervals nor tests"),
        (2, f"{_REFERENCES} {_ONE} -sl -pbs", "neither intervals nor tests"),
        (7, f"{_REFERENCES} {_FOUR} -ci", "--confidence takes one system, and there are 4"),
        (7, f"{_REFERENCES} {_ONE} -par", "a paired test needs two systems or more"),
        (7, f"{_REFERENCES} {_ONE} {_ONE[3:]} -pbs", "a paired test needs two systems or more"),
        (7, f"{_REFERENCES} {_FOUR} {_FOUR.split()[2]} -pbs", "neural-small.txt: named twice"),
        (7, f"{_REFERENCES} {_FOUR} -sl", "takes one system, and there are 4"),
        (7, "examples/legal/reference.en.txt -i a.txt a.txt", "a.txt: named twice"),
        (7, "examples/legal/reference.en.txt -i a.txt", "a.txt: there is no such file"),
        (7, "examples/legal/reference.en.txt", "System 1 has 1 line, but"),
        (7, "/dev/null -i /dev/null", "no segments are left"),
    ],
)
def test_mistakes_are_explained(code: int, arguments: str, message: str) -> None:
    assert message in refused(code, *shlex.split(arguments))


def test_help_and_version_need_nothing_else() -> None:
    assert "--paired-bs" in run(OURS, ["-h"]).stdout
    assert run(OURS, ["-V"]).stdout == f"mtassay sacrebleu {mtassay.__version__}\n"


def test_every_flag_of_sacrebleu_is_known() -> None:
    def flags(program: list[str]) -> set[str]:
        text = run(program, ["--help"], env={"COLUMNS": "200"}).stdout
        return set(re.findall(r"(?<![\w-])--?[a-z][a-zA-Z-]*", text.partition("ositional arguments")[2] or text))

    assert {flag for flag in flags(PEER) if not re.fullmatch(r"-[A-Z]", flag)} - flags(OURS) == set()
