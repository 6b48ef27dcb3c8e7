"""Test sets from files."""

from collections.abc import Callable

import pytest

from mtassay import InputError
from mtassay.corpus.files import name_systems, read_evalset, read_table
from mtassay.corpus.tables import NO_CHOICES

Write = Callable[[str, str | bytes], str]


def test_systems_are_named_by_their_files_or_by_the_user(write: Write) -> None:
    odd = write("a=b.txt", "x\n")
    assert name_systems(["out/big.txt", "out/small.en.txt.gz", "mine=out/x.txt", "-", odd]) == {
        "big": "out/big.txt",
        "small.en": "out/small.en.txt.gz",
        "mine": "out/x.txt",
        "stdin": "-",
        "a=b": odd,
    }


def test_two_systems_of_one_name_are_refused() -> None:
    with pytest.raises(
        InputError, match=r"two systems are called 'x': a/x\.txt and b/x\.txt; name them apart, for example x-2=b/x"
    ):
        name_systems(["a/x.txt", "b/x.txt"])


def test_all_files_make_one_test_set(write: Write) -> None:
    evalset = read_evalset(
        [write("r1", "a\nb\n"), write("r2", "c\nd\n")], {"one": write("s", "e\nf\n")}, write("src", "g\nh\n")
    )
    assert list(evalset.required_references) == [("a", "c"), ("b", "d")]
    assert evalset.sources == ["g", "h"]
    assert evalset.systems == {"one": ["e", "f"]}


@pytest.mark.parametrize("short", ["reference", "source", "system"])
def test_any_file_of_another_length_is_refused(write: Write, short: str) -> None:
    files = {name: write(name, "a a\nb b\nc c\n") for name in ("first", "reference", "source", "system")}
    files[short] = write(short, "a a\nb b\n")
    with pytest.raises(InputError, match=f"{short} has 2 lines, but .*first has 3"):
        read_evalset([files["first"], files["reference"]], {"x": files["system"]}, files["source"])


def test_standard_input_is_read_once() -> None:
    with pytest.raises(InputError, match="standard input"):
        read_evalset(["-"], {"stdin": "-"})


def test_references_may_be_left_out(write: Write) -> None:
    evalset = read_evalset([], {"one": write("s", "e\nf\n"), "two": write("t", "e\ng\n")})
    assert evalset.references is None
    assert len(evalset) == 2
    with pytest.raises(InputError, match=r"u has 1 line, but .*s has 2"):
        read_evalset([], {"one": write("s", "e\nf\n"), "two": write("u", "e\n")})


def test_labels_come_from_any_number_of_files(write: Write) -> None:
    system = write("s", "e\nf\n")
    table = write("labels.tsv", "domain\tspeaker\nnews\tA\nlaw\tB\n")
    evalset = read_evalset([], {"one": system}, labels=["document=" + write("d", "d1\nd1\n"), table])
    assert evalset.labels == {"document": ["d1", "d1"], "domain": ["news", "law"], "speaker": ["A", "B"]}


@pytest.mark.parametrize(
    ("content", "argument", "message"),
    [
        ("a\n", "x={}", "labels: 1 row of labels, but {system} has 2 lines; write one label a line"),
        ("x\na\nb\nc\n", "{}", "labels: 3 rows of labels, but {system} has 2 lines; write a header line and a row"),
        ("a\nb\n", "{}", "each segment; if there is no header, name the labels: NAME="),
        ("a\nb\n", "document={}", "labels: there are labels 'document' already; choose another name: NAME="),
        ("document\nb\na\n", "{}", "labels: there are labels 'document' already; rename the column"),
    ],
)
def test_labels_that_do_not_fit_are_refused(write: Write, content: str, argument: str, message: str) -> None:
    system = write("system", "e\nf\n")
    labels = ["document=" + write("documents", "d\ne\n"), argument.format(write("labels", content))]
    with pytest.raises(InputError) as caught:
        read_evalset([], {"one": system}, labels=labels)
    assert message.format(system=system) in str(caught.value)


def test_standard_input_is_read_once_for_labels_too() -> None:
    with pytest.raises(InputError, match="standard input"):
        read_evalset([], {"stdin": "-"}, labels=["document=-"])


def test_a_name_in_a_table_that_would_spoil_a_terminal_is_refused(write: Write) -> None:
    path = write("x.jsonl", '{"ref": "a", "hyp:a\\u0007b": "b"}\n')
    with pytest.raises(
        InputError, match=r"the system name 'a\\x07b' holds a control character; .*x.jsonl: rename the col"
    ):
        read_table(path, NO_CHOICES)


@pytest.mark.filterwarnings("ignore:.*columns by their names")
def test_the_system_of_a_table_can_be_named(write: Write) -> None:
    path = write("x.tsv", "ref\tGoogle\tBing\na\tb\tc\n")
    assert dict(read_table(f"new={path}:hyp=Bing", NO_CHOICES).systems) == {"new": ["c"]}
    with pytest.raises(InputError, match=r"one name, and the systems are: Google, Bing; choose one: new=.*:hyp=COLUMN"):
        read_table(f"new={path}", NO_CHOICES)
