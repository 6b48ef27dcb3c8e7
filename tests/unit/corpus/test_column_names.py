"""What headings suggest, as people write them above the columns of their spreadsheets."""

import pytest

from mtassay.corpus.column_names import guess_roles, is_known
from mtassay.corpus.formats.base import Role


@pytest.mark.parametrize(
    ("role", "names"),
    [
        (Role.SOURCE, ["Hindi (source)", "Source (EN)", "Source EN", "English source", "Source – German", "src_de"]),
        (Role.SOURCE, ["Source text (de-DE)", "DE [Source]", "Original text"]),
        (
            Role.REFERENCE,
            ["Reference translation", "Reference (English)", "Translation (reference)", "Human reference"],
        ),
        (Role.REFERENCE, ["English reference", "Reference DE", "Post-edited MT", "MTPE", "Target (human)", "ref_de"]),
        (
            Role.SYSTEM,
            ["MT output", "Target (DE)", "Target DE", "German target", "German (MT)", "Raw MT", "DeepL output"],
        ),
        (Role.SYSTEM, ["Google Translate MT", "Machine translation (DE)", "Target text 2", "DeepL (DE)"]),
        (Role.LABEL, ["Source ID", "Nr", "Comments (source)", "Source language", "Target language"]),
        (None, ["Reference ID", "MT score", "BLEU", "German", "Length of output", "Cost (EUR)", "EN", "Approved by"]),
    ],
)
def test_headings_suggest_roles(role: Role | None, names: list[str]) -> None:
    assert {name: guess_roles([name])[0] for name in names} == dict.fromkeys(names, role)


def test_headings_of_a_translator_are_told_apart() -> None:
    names = ["Nr", "Hindi (source)", "Reference translation", "MT output", "Target (DE)"]
    assert guess_roles(names) == [Role.LABEL, Role.SOURCE, Role.REFERENCE, Role.SYSTEM, Role.SYSTEM]


def test_a_language_beside_references_is_the_source() -> None:
    assert guess_roles(["Hindi", "English reference", "DeepL"]) == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]


def test_sentences_are_no_headings() -> None:
    assert not any(map(is_known, ["The source of the river", "Is it correct", "So original", "de", ""]))
