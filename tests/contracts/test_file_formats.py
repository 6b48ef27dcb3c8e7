"""Laws that every registered file format keeps."""

import pickle
import re
import warnings
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import evalsets, hostile_text

from mtassay import EvalSet, InputError
from mtassay.corpus.formats.base import FILE_FORMATS, Column, Format, Role, Table
from mtassay.corpus.tables import check_table, evalset_of, table_of
from mtassay.errors import MtassayWarning, OutputError

TABLES = ["tsv:quoted=yes", "csv", "csv:delimiter=';'", "csv:spreadsheet=yes", "csv:delimiter=tab", "json", "jsonl"]


def quiet(format: Format, data: bytes) -> Table:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)
        return format.read(data, "f")


def content(evalset: EvalSet, *, tells_missing: bool) -> object:
    """All that is in a test set, for comparison."""
    references = [list(texts) for texts in evalset.required_references]
    if not tells_missing:  # then an empty reference beside others is none
        references = [[text for text in texts if text] or [""] for texts in references]
    sources = None if evalset.sources is None else list(evalset.sources)
    systems = {name: list(texts) for name, texts in evalset.systems.items()}
    return references, sources, systems, {name: list(texts) for name, texts in evalset.labels.items()}


def check_round_trip(spec: str, evalset: EvalSet) -> None:
    format = FILE_FORMATS.create(spec)
    table = quiet(format, format.write(table_of(evalset)))
    check_table(table, "f")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)
        back = evalset_of(table)
    kept = format.tells_missing
    assert content(back, tells_missing=kept) == content(evalset, tells_missing=kept)


@pytest.mark.parametrize("spec", TABLES)
@given(evalset=evalsets())
def test_what_is_written_is_read(spec: str, evalset: EvalSet) -> None:
    check_round_trip(spec, evalset)


def is_xml_text(text: str) -> bool:
    return re.search("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text) is None


@pytest.mark.parametrize("spec", ["wmt-xml", "sgml", "tmx"])
@given(evalset=evalsets(hostile_text.filter(is_xml_text)))
def test_what_is_written_as_xml_is_read(spec: str, evalset: EvalSet) -> None:
    check_round_trip(spec, evalset)


@pytest.mark.parametrize("spec", ["wmt-xml", "sgml", "tmx"])
@pytest.mark.parametrize("character", ["\x01", "\x0b", "\x1c", "\ufffe", "\0"])
def test_what_xml_cannot_hold_is_refused_by_place(spec: str, character: str) -> None:
    table = Table((Column("src", ["a", f"b{character}"], Role.SOURCE),))
    with pytest.raises(
        OutputError, match=rf"src, segment 2, character 2: U\+{ord(character):04X}, a control character"
    ):
        FILE_FORMATS.create(spec).write(table)


@settings(max_examples=40)
@given(evalset=evalsets(hostile_text.filter(lambda text: "\ufffe" not in text and "\uffff" not in text)))
def test_what_is_written_to_a_workbook_is_read(evalset: EvalSet) -> None:
    check_round_trip("xlsx", evalset)


@given(evalset=evalsets())
def test_without_quotes_a_text_is_kept_or_refused(evalset: EvalSet) -> None:
    texts = [text for column in table_of(evalset).columns for text in (column.name, *column.texts) if text]
    if any(character in text for text in texts for character in "\t\n\r"):
        with pytest.raises(OutputError, match="which tsv cannot hold; write csv, jsonl or xlsx instead"):
            FILE_FORMATS.create("tsv").write(table_of(evalset))
    else:
        check_round_trip("tsv", evalset)


@given(texts=st.lists(hostile_text, min_size=1, max_size=5))
def test_a_line_is_kept_or_refused(texts: list[str]) -> None:
    format, table = FILE_FORMATS.create("text"), Table((Column("hyp:x", texts, Role.SYSTEM),))
    if any(character in text for text in texts for character in "\n\r"):
        with pytest.raises(OutputError, match="which text cannot hold"):
            format.write(table)
    else:
        assert quiet(format, format.write(table)).columns[0].texts == texts


@pytest.mark.parametrize("name", FILE_FORMATS)
@settings(max_examples=200)
@given(data=st.binary(max_size=60) | hostile_text.map(str.encode))
def test_any_content_is_read_or_refused(name: str, data: bytes) -> None:
    format = FILE_FORMATS.create(name)
    for start in (b"", b"PK\x03\x04", b"{", b"[{", b"<?xml version='1.0'?>", b"a\tb\n"):
        format.recognizes(start + data)
        with suppress(InputError):
            table = quiet(format, start + data)
            assert len({len(column.texts) for column in table.columns}) <= 1


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_formats_describe_themselves(name: str) -> None:
    format = FILE_FORMATS.create(name)
    assert format.title
    assert format.__doc__
    assert FILE_FORMATS.create(format.spec) == pickle.loads(pickle.dumps(format)) == format
    assert all(ending.startswith(".") and ending == ending.lower() for ending in format.endings)
    if not format.can_write:
        with pytest.raises(OutputError, match=f"mtassay reads {name} but does not write it"):
            format.write(Table((Column("ref", ["x"], Role.REFERENCE),)))
