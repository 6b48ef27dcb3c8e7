"""METEOR's files: where they lie, what they say, and what is wrong with them."""

import zipfile
from pathlib import Path

import pytest
from unit.metrics.with_resources.meteor_files import write_folder, write_jar

from mtassay import InputError
from mtassay.alignment.resources.finding import RESOURCES_VARIABLE
from mtassay.alignment.resources.meteor_data import MeteorData, find_meteor
from mtassay.corpus import limits


def opened(path: Path) -> MeteorData:
    data = find_meteor(str(path))
    assert data is not None
    return data


def test_a_folder_its_jar_and_an_unpacked_jar_say_the_same(tmp_path: Path) -> None:
    jar = write_jar(tmp_path / "packed")
    places = [write_folder(tmp_path / "unpacked"), jar.parent, jar]
    for data in map(opened, places):
        assert data.function_words() == {"the", "a", "of", ",", "."}
        assert data.prefixes("en") == (["Mr"], ["No"])
        assert data.synonyms("en").synsets("hound") == [3, 9]
        assert data.digest("en", ("words", "synonyms")) == opened(jar).digest("en", ("words", "synonyms"))
    assert opened(jar).digest("en", ("words",)) != opened(jar).digest("en", ("prefixes",))


def test_base_forms_are_those_of_exceptions_or_of_the_first_ending_that_fits(tmp_path: Path) -> None:
    synonyms = opened(write_folder(tmp_path)).synonyms("en")
    assert synonyms.synsets("cats") == [7, 12]
    assert synonyms.synsets("boxes") == [40]
    assert synonyms.synsets("hundes") == [3, 9]  # of both base forms
    assert synonyms.synsets("unheard") == []
    assert synonyms.synsets("dogss") == []


def test_a_language_without_lists_has_none(tmp_path: Path) -> None:
    data = opened(write_folder(tmp_path))
    assert data.prefixes("de") == ([], [])
    assert not data.has_synonyms("de")
    assert data.has_synonyms("en")


def test_it_is_found_in_the_folder_of_resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path / "meteor")
    monkeypatch.setenv(RESOURCES_VARIABLE, str(tmp_path))
    data = find_meteor()
    assert data is not None
    assert data.folder == tmp_path / "meteor"


def test_a_place_without_its_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no folder of METEOR 1\.5: it has no meteor-1\.5\.jar and no function/"):
        find_meteor(str(tmp_path))
    with pytest.raises(InputError, match=r"nowhere\.jar: there is no such file; name METEOR's jar, or its folder"):
        find_meteor(str(tmp_path / "nowhere.jar"))


def test_members_that_lead_out_of_an_archive_are_left_alone(tmp_path: Path) -> None:
    jar = write_jar(tmp_path / "meteor", {"../evil.words": "x", "/etc/evil": "x"})
    assert opened(jar).function_words()
    assert [path.name for path in tmp_path.rglob("*")] == ["meteor", "meteor-1.5.jar"]


def test_a_jar_that_is_cut_short_is_named(tmp_path: Path) -> None:
    jar = write_jar(tmp_path)
    whole = jar.read_bytes()
    for length in (0, 10, len(whole) // 2, len(whole) - 30):
        jar.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"meteor-1\.5\.jar, function/english\.words: .*is the file cut short\?"):
            opened(jar).function_words()


def test_an_archive_that_unpacks_to_far_more_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtassay.alignment.resources.meteor_data._MOST_BYTES", 1000)
    jar = tmp_path / "meteor-1.5.jar"
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("function/english.words", "the\n" * 1000)
    with pytest.raises(InputError, match=r"english\.words: .*unpacked, and mtassay reads up to"):
        opened(jar).function_words()
    assert limits.FILE_BYTES > 1000


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("function/english.words", b"the\nqu\xe9\n", r"function/english\.words, line 2: not UTF-8"),
        ("synonym/english.synsets", b"cat\n7\ndog\n", r"synonym/english\.synsets: 3 lines, and they come in pairs"),
        (
            "synonym/english.synsets",
            b"cat\n2147483648\n",
            r"\.synsets: synsets of 'cat' .* not from 0 to 2,147,483,647",
        ),
        ("synonym/english.synsets", b"cat\n-1 7\n", r"english\.synsets: synsets of 'cat' .* not from 0 to"),
        ("synonym/english.synsets", b"cat\nseven\n", r"english\.synsets: the line after 'cat' .* is not of numbers"),
    ],
)
def test_files_that_are_no_lists_are_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    write_folder(tmp_path)
    (tmp_path / name).write_bytes(content)
    data = opened(tmp_path)
    with pytest.raises(InputError, match=message):
        (data.function_words(), data.synonyms("en").synsets("cat"))
