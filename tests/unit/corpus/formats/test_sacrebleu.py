"""sacreBLEU's columns."""

from file_tables import read, texts

from mtassay.corpus.formats.base import FILE_FORMATS


def test_columns_of_sacrebleu_are_references() -> None:
    table = read("sacrebleu", "a\tb\nc\t\n")
    assert texts(table) == {"ref": ["a", "c"], "ref:2": ["b", ""]}
    assert FILE_FORMATS.create("sacrebleu").write(table) == b"a\tb\nc\t\n"
