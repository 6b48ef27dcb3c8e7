"""Which texts are in files that somebody brought, and what each of them is."""

import pytest

from mtassay.corpus.column_names import guess_file_role
from mtassay.corpus.formats.base import Role
from mtassay.errors import InputError, MtassayError, SettingError
from mtassay.web.pages.systems.comparing import Comparing, choose_plan, guess_comparison, unit_of
from mtassay.web.serving import notes
from mtassay.web.serving.uploads import Upload, read_upload
from mtassay.web.system_sets import SystemSet, check_choices, guess, join_set, problems, try_to_join


@pytest.fixture(autouse=True)
def hear_notes() -> None:
    """As in a server, where a note is no error."""
    notes.listen()


def make_set(**files: str) -> SystemSet:
    """Files by name; two underscores are a dot."""
    uploads = [Upload(name.replace("__", "."), text.encode()) for name, text in files.items()]
    return SystemSet("", tuple(map(read_upload, uploads)))


def chosen(found: SystemSet, **changes: object) -> Comparing:
    return guess_comparison(found).model_copy(update=changes)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("reference-a.en", Role.REFERENCE),
        ("newstest2019_ref", Role.REFERENCE),
        ("refs", Role.REFERENCE),
        ("source.de", Role.SOURCE),
        ("newstest.src", Role.SOURCE),
        ("documents", Role.LABEL),
        ("docs", Role.LABEL),
        ("neural-large", None),
        ("referee-system", Role.SYSTEM),
        ("", None),
    ],
)
def test_names_of_files_suggest_what_is_in_them(name: str, role: Role | None) -> None:
    assert guess_file_role(name) is role


def test_texts_are_guessed_by_the_names_of_their_files() -> None:
    found = make_set(source__de__txt="q\n", ref__txt="a\n", good__txt="a\n", bad__txt="b\n", documents__txt="d\n")
    choices = guess(found)
    assert choices.roles == ["source", "reference", "system", "system", "documents"]
    assert choices.names == ["source.de", "ref", "good", "bad", "document"]
    evalset = join_set(found, choices)
    assert list(evalset.systems) == ["good", "bad"]
    assert (evalset.sources, evalset.labels["document"]) == (["q"], ["d"])
    assert unit_of(choices) == "document"


def test_texts_are_guessed_by_the_names_of_columns() -> None:
    found = make_set(cases__tsv="Source\tReference\tGoogle\tBing\nq\ta b c\ta b d\ta b e\n")
    choices = guess(found)
    assert choices.roles == ["source", "reference", "system", "system"]
    assert list(join_set(found, choices).systems) == ["Google", "Bing"]


def test_systems_of_a_table_can_be_renamed_and_left_out() -> None:
    found = make_set(cases__tsv="Reference\tGoogle\tBing\tOurs\na\tb\tc\td\n")
    choices = chosen(found, roles=["reference", "system", "unused", "system"], names=["", "G", "", "O"])
    assert dict(join_set(found, choices).systems) == {"G": ["b"], "O": ["d"]}


def test_a_reference_that_is_not_used_is_not_guessed_again() -> None:
    found = make_set(cases__tsv="Reference\tReference 2\tA\tB\na\tz\tb\tc\n")
    choices = chosen(found, roles=["unused", "reference", "system", "system"])
    assert [list(one) for one in join_set(found, choices).required_references] == [["z"]]


def test_a_column_may_name_the_systems() -> None:
    rows = "".join(f"{system}\tr{n}\t{system}{n}\n" for system in ("x", "y") for n in range(3))
    found = make_set(long__tsv="system\treference\thypothesis\n" + rows)
    evalset, _, noted = try_to_join(found, guess(found))
    assert noted == [
        "long.tsv: a row for each system and segment, told apart by 'system': 2 systems (x, y), 3 segments"
    ]
    assert evalset is not None
    assert dict(evalset.systems) == {"x": ["x0", "x1", "x2"], "y": ["y0", "y1", "y2"]}


def test_files_and_columns_may_be_mixed() -> None:
    found = make_set(ref__txt="a\nb\n", outputs__tsv="hyp:A\thyp:B\n1\t2\n3\t4\n")
    choices = chosen(found, roles=["reference", "system", "system"], names=["", "A", "B"])
    assert dict(join_set(found, choices).systems) == {"A": ["1", "3"], "B": ["2", "4"]}


def test_files_of_the_same_name_become_different_systems() -> None:
    uploads = [Upload("ref.txt", b"a\n"), Upload("out.txt", b"b\n"), Upload("out.txt", b"c\n")]
    assert guess(SystemSet("", tuple(map(read_upload, uploads)))).names == ["ref", "out", "out-2"]


def test_a_text_that_is_too_short_is_told_at_its_place() -> None:
    found = make_set(ref__txt="a b\nc d\ne f\n", good__txt="a b\nc d\ne f\n", short__txt="a b\nc d\n")
    choices = guess(found)
    told = problems(found, choices)
    assert list(told) == [2]
    assert told[2].startswith("short.txt has 2 lines, but ref.txt has 3; up to its end short.txt matches")
    evalset, problem, _ = try_to_join(found, choices)
    assert (evalset, problem) == (None, told[2])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"roles": ["reference"]}, "1 roles and 3 names for 3 texts"),
        ({"roles": ["reference", "system", "<script>"]}, "a text cannot be '<script>'"),
        ({"roles": ["source", "source", "system"]}, "2 sources are chosen"),
        ({"names": ["", " ", "b"]}, "a system has no name"),
        ({"names": ["", "a", "a "]}, "two systems are called 'a'"),
        ({"names": ["", "a" * 101, "b"]}, "up to 100 characters"),
        ({"names": ["", "a\x1b[2J", "b"]}, "control character"),
        ({"names": ["", "\ud800", "b"]}, "a character that is none"),
    ],
)
def test_choices_that_cannot_be_are_refused(changes: dict[str, object], message: str) -> None:
    found = make_set(ref__txt="a\n", one__txt="b\n", two__txt="c\n")
    with pytest.raises(MtassayError, match=message):
        check_choices(found, chosen(found, **changes))


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        (["unused", "system", "system"], "no text is a reference"),
        (["reference", "unused", "unused"], "no text is a system"),
    ],
)
def test_what_is_missing_is_said(roles: list[str], message: str) -> None:
    found = make_set(ref__txt="a\n", one__txt="b\n", two__txt="c\n")
    with pytest.raises(InputError, match=message):
        join_set(found, chosen(found, roles=roles))


def test_people_can_be_asked_about_outputs_without_a_reference() -> None:
    found = make_set(source__txt="q\n", one__txt="b\n")
    evalset, problem, _ = try_to_join(found, guess(found), needs_references=False)
    assert problem == ""
    assert evalset is not None
    assert (evalset.references, evalset.sources, dict(evalset.systems)) == (None, ["q"], {"one": ["b"]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metrics": []}, "no metric is chosen"),
        ({"metrics": ["given:file=/etc/passwd"]}, "no metric 'given' is offered"),
        ({"baseline": "too"}, "no system is called 'too' \\(did you mean 'two'\\?\\)"),
        ({"correction": "bonferroni"}, "expected one of"),
        ({"draws": 10_001}, "10001 draws"),
        ({"draws": 0}, "0 draws"),
        ({"test": "bootstrap:draws=1000000"}, "1,000,000 draws"),
        ({"test": "t-test"}, "there is no test 't-test'"),
        ({"alpha": 0.0}, "alpha=0.0"),
        ({"alpha": float("nan")}, "alpha=nan"),
        ({"seed": -1}, "seed"),
    ],
)
def test_plans_that_would_fail_are_refused_before(changes: dict[str, object], message: str) -> None:
    found = make_set(ref__txt="a\nb\n", one__txt="b\nb\n", two__txt="c\nb\n")
    with pytest.raises(MtassayError, match=message):
        choose_plan(join_set(found, guess(found)), chosen(found, **changes))


def test_one_system_is_no_comparison() -> None:
    found = make_set(ref__txt="a\n", one__txt="b\n")
    with pytest.raises(InputError, match="one system only"):
        choose_plan(join_set(found, guess(found)), guess_comparison(found))


def test_numbers_that_nobody_wrote_are_none() -> None:
    assert Comparing.model_validate({"draws": "", "seed": "7"}) == Comparing(draws=None, seed=7)
    with pytest.raises(SettingError):
        check_choices(make_set(a__txt="a\n"), Comparing())
