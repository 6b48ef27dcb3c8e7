"""Judged outputs from a folder in the layout of mt-metrics-eval."""

from pathlib import Path

import numpy as np
import pytest

from mtassay import EvalSet, evaluate
from mtassay.errors import InputError
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.sources.folder import judged_from_folder

FILES = {
    "human-scores/en-de.mqm.seg.score": "a -1\na None\nb -3\nb -2\nrefA 0\nrefA 0\nrefB 0\nrefB -1\n",
    "human-scores/en-de.mqm.sys.score": "a -1.5\nb -2.5\nrefA 0\nrefB -0.5\n",
    "metric-scores/en-de/BLEU-refA.seg.score": "a 50\na 40\nb 30\nb 20\nrefB 10\nrefB 15\nrefA 100\nrefA 100\n",
    "metric-scores/en-de/BLEU-refA.sys.score": "a 44\nb 26\nrefB 13\nrefA 100\n",
    "metric-scores/en-de/BLEU-refB.seg.score": "a 1\na 1\nb 1\nb 2\nrefA 1\nrefA 1\n",
    "metric-scores/en-de/COMET-QE-src.seg.score": "a .9\na .8\nb .7\nb .6\nrefA .9\nrefA .9\nrefB .9\nrefB .5\n",
    "documents/en-de.docs": "news\td1\nchat\td2\n",
    "references/en-de.refA.txt": "x\ny\n",
    "system-outputs/en-de/a.txt": "one\ntwo\n",
    "system-outputs/en-de/b.txt": "one\nto\n",
    "system-outputs/en-de/refA.txt": "x\ny\n",
    "system-outputs/en-de/refB.txt": "z\nw\n",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path


def read(home: Path, **more: object) -> Judged:
    return judged_from_folder(str(home), "en-de", **more)  # type: ignore[arg-type]


def test_stored_scores_of_the_chosen_references(home: Path) -> None:
    judged = read(home)
    assert judged.systems == ("a", "b", "refB")
    np.testing.assert_equal(judged.human, [[-1, np.nan], [-3, -2], [0, -1]])
    assert judged.human_systems.tolist() == [-1.5, -2.5, -0.5]
    assert list(judged.metrics) == ["BLEU", "COMET-QE"]
    assert judged.metrics["BLEU"].segments.tolist() == [[50, 40], [30, 20], [10, 15]]
    assert judged.metrics["BLEU"].systems.tolist() == [44, 26, 13]
    assert judged.metrics["COMET-QE"].systems.tolist() == pytest.approx([0.85, 0.65, 0.7])
    assert judged.is_person.tolist() == [False, False, True]
    assert judged.text[:, 0].tolist() == [0, 0, 2]
    assert judged.labels == {"domain": ["news", "chat"], "document": ["d1", "d2"]}
    assert "refA is the reference, so its judgments do not count." in judged.notes


def test_a_domain_has_its_own_means(home: Path) -> None:
    judged = read(home, domain="news")
    assert judged.human.tolist() == [[-1], [-3], [0]]
    assert judged.human_systems.tolist() == [-1, -3, 0]
    assert judged.metrics["BLEU"].systems.tolist() == [50, 30, 10]
    with pytest.raises(InputError, match=r"there is no domain 'new'.*there are: chat, news"):
        read(home, domain="new")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("metric-scores/en-de/BLEU-refA.seg.score", "a 50\nb 30\nb 20\n", "1 scores of a, and there are 2 segments"),
        ("metric-scores/en-de/BLEU-refA.seg.score", "a 1\nb 2\na 3\nb 4\n", "line 3: a again, after other systems"),
        ("metric-scores/en-de/BLEU-refA.seg.score", "a\nb 30\n", "line 1: 'a' is no system and score"),
        ("metric-scores/en-de/BLEU-refA.seg.score", "a high\n", "the score is 'high', which is no number"),
        ("metric-scores/en-de/BLEU-refA.seg.score", "", "the file is empty"),
        ("metric-scores/en-de/BLEU.seg.score", "a 1\n", "the name is no METRIC-REFERENCE"),
        ("system-outputs/en-de/a.txt", "one\n", "1 lines, and 2 segments were judged"),
        ("documents/en-de.docs", "d1\nd2\n", "a line is no domain and document"),
    ],
)
def test_files_that_do_not_fit_are_refused(home: Path, name: str, content: str, message: str) -> None:
    (home / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read(home)


def test_what_is_not_there_is_named(home: Path) -> None:
    with pytest.raises(InputError, match=r"no human scores 'mqn' \(did you mean 'mqm'\?\); there are mqm"):
        read(home, gold="mqn")
    with pytest.raises(InputError, match="is it a folder of mt-metrics-eval"):
        judged_from_folder(str(home), "de-en")
    with pytest.raises(InputError, match="no scores of 'BLUE'"):
        judged_from_folder(str(home), "en-de", metrics=["BLUE"])
    (home / "system-outputs/en-de/b.txt").unlink()
    with pytest.raises(InputError, match=r"b\.txt: there is no such file"):
        read(home)


@pytest.mark.parametrize("name", ["metric-scores/en-de/BLEU-refA.seg.score", "system-outputs/en-de/a.txt"])
def test_files_that_are_not_utf_8_are_refused_with_words(home: Path, name: str) -> None:
    (home / name).write_bytes("ä 1\nb 2\n".encode("latin-1"))
    with pytest.raises(InputError, match="line 1: byte 0xE4 is not UTF-8"):
        read(home)


def test_systems_without_a_score_as_a_whole_are_left_out_and_named(home: Path) -> None:
    (home / "metric-scores/en-de/BLEU-refA.sys.score").write_text("a 44\nrefB 13\n", encoding="utf-8")
    judged = read(home)
    assert judged.systems == ("a", "refB")
    assert "Left out, because BLEU does not score them as a whole: b." in judged.notes
    (home / "human-scores/en-de.mqm.sys.score").write_text("a None\nb -2.5\nrefB -0.5\n", encoding="utf-8")
    assert read(home).systems == ("refB",)


def test_metrics_of_ours_score_the_texts_beside_stored_scores(home: Path) -> None:
    (home / "sources").mkdir()
    (home / "sources" / "en-de.txt").write_text("a b c\nd\n", encoding="utf-8")
    (home / "references" / "en-de.refA.txt").write_text("one two\ntwo\n", encoding="utf-8")
    judged = read(home, metrics=["BLEU", "chrf", "ter", "bleu"])
    assert list(judged.metrics) == ["BLEU", "chrF2", "TER", "bleu"]
    texts = EvalSet(["one two", "two"], systems={"a": ["one", "two"], "b": ["one", "to"], "refB": ["z", "w"]})
    ours = evaluate(texts, ["chrf", "ter"])
    for row, name in enumerate(("a", "b", "refB")):
        chrf, ter = ours[name]
        assert judged.metrics["chrF2"].segments[row] == pytest.approx(chrf.segments)
        assert judged.metrics["chrF2"].systems[row] == pytest.approx(chrf.value)
        assert judged.metrics["TER"].systems[row] == pytest.approx(-ter.value)
    assert judged.metrics["chrF2"].signature.startswith("nrefs:1")
    assert judged.source_words is not None
    assert judged.source_words.tolist() == [3, 1]
    # of a domain, the scores of systems are of its segments
    chat = read(home, metrics=["ter"], domain="chat")
    assert not chat.metrics["TER"].higher_is_better
    assert chat.metrics["TER"].segments[:, 0] == pytest.approx(chat.metrics["TER"].systems)
    (home / "references" / "en-de.refA.txt").unlink()
    with pytest.raises(InputError, match=r"en-de\.refA\.txt: there is no such file"):
        read(home, metrics=["chrf"], reference="refA")
