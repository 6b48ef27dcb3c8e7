"""Translation memories: what is read, and what is refused."""

from pathlib import Path

import pytest
from file_tables import read, refused, texts
from xml_files import TMX

from mtassay import InputError
from mtassay.corpus import limits
from mtassay.corpus.files import read_table
from mtassay.corpus.formats.base import Role
from mtassay.corpus.tables import NO_CHOICES, Choices
from mtassay.errors import MtassayWarning


def test_memories_have_a_column_for_each_language() -> None:
    with pytest.warns(
        MtassayWarning, match=r"f: 2 texts with inline codes, which are left out \(the first in line 3\)"
    ):
        table = read("tmx", TMX)
    assert texts(table) == {
        "label:unit": ["7", None, None],
        "en-us": ["Press OK now.", "Two", "Three"],
        "de": ["Jetzt OK.", "", None],
        "de 2": ["OK!", None, None],
    }
    assert [column.role for column in table.columns] == [Role.LABEL, Role.SOURCE, Role.REFERENCE, Role.REFERENCE]
    kept = texts(read("tmx:codes=keep", TMX))
    assert (kept["en-us"][0], kept["de"][0]) == ("Press <b>OK</b> now.", "Jetzt{0} OK.")


@pytest.mark.filterwarnings("ignore::mtassay.errors.MtassayWarning")
def test_languages_of_memories_are_chosen_by_role(tmp_path: Path) -> None:
    path = tmp_path / "m.tmx"
    body = "".join(f'<tu><tuv xml:lang="{a}"><seg>A</seg></tuv><tuv xml:lang="zh_cn"><seg>B</seg></tuv>'
                   f'<tuv xml:lang="fr"><seg>C</seg></tuv></tu>' for a in ("en", "EN"))  # fmt: skip
    path.write_text(f'<tmx><header srclang="*all*"/><body>{body}</body></tmx>', encoding="utf-8")
    evalset = read_table(f"{path}:src=en,ref=zh_cn", NO_CHOICES)
    assert (evalset.sources, evalset.target_language) == (["A", "A"], "zh-CN")
    assert read_table(str(path), Choices("fr", ("en",))).target_language == "en"
    with pytest.raises(InputError, match="no column is the source, a reference or a system; its columns are 1 'en', 2"):
        read_table(str(path), NO_CHOICES)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (' xml:lang="EN-US"', "", "line 5: <tuv> without xml:lang, so its language is open"),
        ("<seg>Three</seg>", "", "line 6: <tuv> without a <seg>"),
        ('<?xml version="1.0"?>', '<!DOCTYPE tmx SYSTEM "tmx14.dtd">', "line 1: a document type"),
        ("</body></tmx>", "", "is the file cut off?"),
    ],
)
def test_broken_memories_are_named_with_their_line(old: str, new: str, said: str) -> None:
    assert said in refused("tmx", TMX.replace(old, new, 1))


def test_a_language_for_each_unit_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHEET_CELLS", 1000)
    units = "".join(f'<tu><tuv xml:lang="x{n}"><seg>a</seg></tuv></tu>' for n in range(200))
    assert "so nearly all are missing" in refused("tmx", f"<tmx><body>{units}</body></tmx>")
    documents = "".join(f'<doc><hyp system="s{n}"><seg>a</seg></hyp></doc>' for n in range(200))
    assert "so nearly all are missing" in refused("wmt-xml", f"<dataset>{documents}</dataset>")
