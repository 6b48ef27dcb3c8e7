"""What analyses say together, for people and for programs."""

from typing import Any

from analysed import analysed, repeated

from mtassay import EvalSet
from mtassay.reports.document import Document, Note
from mtassay.reports.formats.choice import report_format
from mtassay.reports.results.analyses import analyses_document

DIFFERENT = repeated("a b c d", "a b c d", "a b c x e", times=40)


def document(evalset: EvalSet = DIFFERENT, spec: str = "errors", **more: Any) -> Document:
    return analyses_document(analysed(evalset, spec, **more))


def signatures(made: Document) -> dict[str, str]:
    return {signature.label: signature.signature for signature in made.signatures}


def test_signatures_say_which_references_units_and_segments_were_taken() -> None:
    labelled = EvalSet(
        [["a b", "a b c"]] * 60,
        systems={"old": ["a b"] * 60, "new": ["a x"] * 60},
        labels={"document": [str(place // 2) for place in range(60)]},
    )
    made = signatures(document(labelled, "errors", unit="document", where="length >= 2"))
    start, _, end = made["errors"].partition("|words:unicode|base:four|case:apart|")
    assert start == "nrefs:2"
    assert end.startswith("unit:document|where:length >= 2|version:")
    assert "|unit:document|where:length >= 2|version:" in made["chrF2"]


def test_scores_have_signatures_without_a_test_too() -> None:
    alone = document(EvalSet(["a b c"] * 40, systems={"new": ["a b x"] * 40}))
    looked_at = document(where="chrf(new) > 10")
    assert signatures(alone)["chrF2"].startswith("nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:")
    assert "|where:chrf(new) > 10|version:" in signatures(looked_at)["chrF2"]
    assert alone.signatures[0].direction == "higher is better"
    assert looked_at.content is not None
    assert looked_at.content["scores"][0]["signature"] == signatures(looked_at)["chrF2"]


def test_programs_get_scores_and_what_stands_out_as_tables_too() -> None:
    made = document()
    standouts, scores = (made.table(name).records() for name in ("standouts", "scores"))
    assert [(each["first"], each["second"], each["is_better"]) for each in standouts] == [("old", "new", False)]
    assert [(each["metric"], each["system"]) for each in scores] == [("chrF2", "old"), ("chrF2", "new")]
    assert scores[1]["difference"] == scores[1]["score"] - 100
    assert made.content is not None
    assert standouts == made.content["standouts"]


def test_a_format_of_one_table_holds_the_first_result() -> None:
    assert document().main_table.name == "figures"
    assert document(spec="ngrams").main_table.name == "ngrams"


def test_the_first_line_says_what_is_compared_with_what() -> None:
    def said(**more: Any) -> str:
        note = document(three, **more).sections[0]
        assert isinstance(note, Note)
        return str(note.lines[0])

    three = EvalSet(["a b c"] * 40, systems={name: ["a b c"] * 40 for name in ("old", "new", "other")})
    assert said() == "3 systems on 40 segments; compared with old"
    assert said(pairs=[("new", "other")]) == (
        "3 systems on 40 segments; tables compare other with new; scores are compared with old"
    )


def test_a_kind_of_result_without_a_row_is_an_empty_table() -> None:
    same = repeated("a", "a", "a")
    for spec in ("ngrams", "examples"):
        made = document(same, spec)
        assert (made.main_table.name, made.main_table.names, made.main_table.rows) == (spec, ["analysis"], [])
        assert report_format("xlsx").write(made)
        assert report_format("tsv").write(made) == "analysis\n"
