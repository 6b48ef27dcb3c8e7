"""Quick score, in this process."""

import html
import random
import re
import time
import warnings
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import corpora

import mtassay
from mtassay.store.schema import METADATA
from mtassay.web.pages import quick_score

METRICS = ["bleu", "chrf", "ter", "wer"]


@pytest.fixture
def browser(local):
    return local.browser()


def send(browser, hypothesis, *references, path="/score", **fields):
    data = {"hypothesis": hypothesis, "reference": list(references), "metric": METRICS, **fields}
    return browser.send_form(path, **data)


def words_of(page):
    """What people read."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page.text)))


def rows_of(page):
    """The rows of the table of scores."""
    table = page.text.partition('id="scores"')[2].partition("</table>")[0]
    return [
        re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", row)).strip() for row in re.findall(r"<tr>.*?</tr>", table, re.S)
    ]


def test_the_form_offers_metrics_and_says_that_nothing_is_stored(browser):
    page = browser.get("/score")
    assert page.status_code == 200
    assert "Nothing is stored." in page.text
    assert len(re.findall('name="metric" value="[a-z]+" checked', page.text)) == 4
    assert 'value="hter"' not in page.text
    assert 'TER <span class="muted">lower is better</span>' in page.text


def test_the_example_fills_the_boxes(browser):
    page = browser.get("/score?example=true")
    assert page.text.count("The train to Bonn leaves from platform nine today.") == 1
    assert "Segments" not in words_of(page)


def test_one_segment_is_scored_marked_and_explained_by_each_metric(browser):
    page = send(browser, "the cat sat on a mat", "the cat sat on the mat")
    assert page.status_code == 200
    expected = mtassay.score(
        ["the cat sat on a mat"], ["the cat sat on the mat"], ["bleu:effective_order=yes", *METRICS[1:]]
    )
    assert rows_of(page)[1:] == [
        f"{one.label} {one.value:.1f} {one.summary}" + ("" if one.higher_is_better else "; lower is better")
        for one in expected
    ]
    assert '<span class="sub">a</span>' in page.text
    assert len(re.findall('data-explanation="[1-4]"', page.text)) == 4
    assert all(html.escape(one.signature) in page.text for one in expected)


def test_several_segments_are_listed_and_explained_on_demand(browser):
    page = send(browser, "a cat\r\nthe dog\r\n", "a cat\r\na dog")
    assert "data-explanation=" not in page.text
    assert page.text.count('name="segment"') == 2
    explained = send(browser, "a cat\r\nthe dog\r\n", "a cat\r\na dog", path="/score/segment", segment=2)
    assert explained.status_code == 200
    assert len(re.findall('data-explanation="[1-4]"', explained.text)) == 4
    assert "the dog" in words_of(explained)
    assert "a cat" not in words_of(explained)


def test_a_segment_that_is_not_there_is_refused(browser):
    page = send(browser, "a", "a", path="/score/segment", segment=2)
    assert page.status_code == 422
    assert "no segment 2" in words_of(page)


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_files_of_all_systems_can_be_pasted(browser, ending):
    separator = ending or "\n"
    page = send(browser, f"\ufeffa cat{separator}{separator}the dog{ending}", f"a cat{separator}one{separator}the dog")
    assert page.status_code == 200
    assert page.text.count('name="segment"') == 3
    assert "without text" in words_of(page)  # the empty line counts, and the checks say so


def test_line_counts_that_differ_are_named_with_the_likely_line(browser):
    page = send(browser, "the cat\nthe dog\nthe end", "the cat\nthe end")
    assert page.status_code == 422
    assert "The reference has 2 lines, but the translation has 3; they seem to part at line 2" in words_of(page)
    page = send(browser, "a", "a", "a\nb")
    assert "Reference 2 has 2 lines, but the translation has 1" in words_of(page)
    page = send(browser, "a", "a", source="a\nb")
    assert "The source has 2 lines" in words_of(page)


@pytest.mark.parametrize(("hypothesis", "reference"), [("", "a"), ("a", ""), (" \n ", "a\nb")])
def test_an_empty_box_is_named(browser, hypothesis, reference):
    page = send(browser, hypothesis, reference)
    assert page.status_code == 422
    assert "is empty; paste" in words_of(page)


def test_without_script_the_way_back_to_the_form_is_said(browser):
    words = "Go back in the browser to return to the form, with what you entered."
    assert words in send(browser, "", "b").text
    assert words not in browser.get("/nothing").text


def test_several_references_count_together_and_what_takes_one_is_replaced(browser):
    page = send(browser, "a dog barks", "the dog barked", "", "a dog barks")
    assert [row.split()[0] for row in rows_of(page)[1:]] == ["BLEU", "chrF2", "TER", "mWER"]
    assert "WER compares with one reference.mWER takes several and stands in for it." in words_of(page)
    assert "Against the nearest reference" in words_of(page)
    assert "(as the reference)" in words_of(page)


@pytest.mark.parametrize(
    ("hypothesis", "words"),
    [
        ("a\n" * 2001, "2,001 segments"),
        ("a" * 10_001, "a whole document on one line"),
        ("\n".join(["ä" * 9_000] * 60), "More than 2 MB"),
        ("\n".join(["a" * 9_000] * 80), "So many long segments"),
    ],
)
def test_what_would_take_long_is_refused_with_the_way_to_do_it(browser, hypothesis, words):
    page = send(browser, hypothesis, hypothesis)
    assert page.status_code == 422
    assert words in words_of(page)


def test_a_box_larger_than_any_text_is_refused(browser):
    page = send(browser, "a" * 9_000_000, "a")
    assert page.status_code == 413
    assert "a text box holds more than this server takes" in words_of(page)


def test_text_that_grows_when_it_is_sent_is_taken(browser):
    lines = "\n".join(["रिट याचिका खर्च के संबंध में बिना किसी आदेश के खारिज की जाती है।"] * 2000)
    assert send(browser, lines, lines, metric=["bleu"]).status_code == 200


def test_as_much_as_is_promised_is_scored(browser):
    lines = "\n".join(f"the {number} cats sat on the mat and slept" for number in range(2000))
    page = send(browser, lines, lines)
    assert page.status_code == 200
    assert page.text.count('name="segment"') == 20
    assert "The first 20 of 2,000 segments are listed" in words_of(page)
    everything = send(browser, lines, lines, everything="yes")
    assert everything.text.count('name="segment"') == 2000
    assert "Show all" not in words_of(everything)


def test_a_very_long_segment_is_scored_and_not_explained(browser):
    page = send(browser, "word " * 1500, "other " * 1500)
    assert page.status_code == 200
    assert "too long to be explained" in words_of(page)
    assert send(browser, "word " * 1500, "other " * 1500, path="/score/segment", segment=1).status_code == 422


def test_choices_that_are_not_offered_are_refused(browser):
    assert send(browser, "a", "a", metric=["blue"]).status_code == 400
    assert send(browser, "a", "a", metric=["given:path=/etc/passwd"]).status_code == 400
    assert send(browser, "a", "a", metric=[]).status_code == 400
    assert send(browser, "a", "a", tokenizer="spm").status_code == 400
    assert send(browser, "a", "a", target_language="english, please").status_code == 422


@pytest.mark.parametrize("count", [1, 400])
def test_texts_made_to_take_long_are_refused(local, count):
    draw = random.Random(1)
    words = 800 // (1 if count == 1 else 4)
    texts = [" ".join(draw.choices("abc", k=words)) for _ in range(2 * count)]
    body = {"hypotheses": texts[:count], "references": texts[count:], "metrics": ["character"]}
    answer = local.program().post("/api/v1/score", json=body)
    assert answer.status_code == 422
    assert "long segments are not scored here" in answer.json()["error"]["message"]


def test_a_list_of_what_is_no_text_is_refused_at_once(local):
    program = local.program()
    for body in (
        {"hypotheses": [1] * 300_000, "references": ["a"]},
        {"hypotheses": ["a"], "references": [1] * 300_000},
    ):
        begun = time.monotonic()
        answer = program.post("/api/v1/score", json=body)
        assert answer.status_code == 422
        assert len(answer.text) < 1000
        assert time.monotonic() - begun < 3
    long = program.post("/api/v1/score", content=b'{"a": "' + b"a" * (17 << 20), headers={"Content-Type": "text/json"})
    assert long.status_code == 413


def test_nobody_takes_more_than_one_thread(local):
    body = {"hypotheses": ["a"], "references": ["a"], "metrics": ["bleu:threads=1024"]}
    answer = local.program().post("/api/v1/score", json=body)
    assert answer.status_code == 400
    assert "threads cannot be set in the browser" in answer.json()["error"]["message"]


def test_text_stays_text(browser):
    hostile = "<script>alert(1)</script> \"><img src=x onerror=1> {{ 7 * 7 }} ' </textarea> \x00"
    for page in (
        send(browser, hostile, "a", source=hostile),
        send(browser, f"{hostile}\nb", f"a\n{hostile}", source=f"a\n{hostile}"),
        send(browser, hostile, hostile, path="/score/segment", segment=1, source=hostile),
    ):
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
        assert "{{ 7 * 7 }}" in html.unescape(page.text)
        assert "\x00" not in page.text
        assert page.text.count("</textarea>") == page.text.count("<textarea")


def test_nothing_is_stored(local, browser):
    def count():
        with local.database.reading() as connection:
            return {table.name: connection.execute(table.select()).all() for table in METADATA.sorted_tables}

    before = count()
    send(browser, "a secret text", "another secret text")
    send(browser, "a secret text", "another secret text", path="/score/segment", segment=1)
    assert count() == before


def test_programs_get_the_same_numbers(local):
    body = {
        "hypotheses": ["a cat", "the dog"],
        "references": ["a cat", ["a dog", "the dogs"]],
        "metrics": ["bleu", "chrf"],
    }
    answer = local.program().post("/api/v1/score", json=body)
    assert answer.status_code == 200
    found = answer.json()
    expected = mtassay.score(["a cat", "the dog"], [["a cat"], ["a dog", "the dogs"]], ["bleu", "chrf"])
    assert [one["score"] for one in found["metrics"]] == [one.value for one in expected]
    assert [one["segments"] for one in found["metrics"]] == [one.segments.tolist() for one in expected]
    assert found["segment_count"] == 2
    assert found["segments"][1]["reference"] in ("a dog", "the dogs")


def test_programs_get_explanations_and_what_is_offered(local):
    program = local.program()
    answer = program.post(
        "/api/v1/score/segment", json={"hypothesis": "a cat", "references": ["a dog"], "metrics": ["wer"]}
    )
    assert answer.status_code == 200
    (found,) = answer.json()["explanations"]
    assert [step["kind"] for step in found["steps"]] == ["edits", "counts", "formula"]
    offer = program.get("/api/v1/score").json()
    assert [one["spec"] for one in offer["metrics"][:4]] == METRICS
    assert "13a" in offer["tokenizers"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"hypotheses": [], "references": []},
        {"hypotheses": ["a"], "references": [[]]},
        {"hypotheses": ["a"], "references": ["a", "b"]},
        {"hypotheses": ["a", "b"], "references": [["a", "b"]]},
        {"hypotheses": ["a"], "references": ["a"], "sources": []},
        {"hypotheses": ["a"], "references": [["a"] * 2, "b"]},
    ],
)
def test_programs_are_told_what_is_wrong(local, body):
    answer = local.program().post("/api/v1/score", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


# what a line of a text box cannot hold, and what segments are cut at
_SPLIT = re.compile("[\r\n\ufeff]")


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(corpus=corpora, several=st.booleans())
def test_scores_are_those_of_the_package(corpus, several):
    hypotheses = [_SPLIT.sub(" ", hypothesis) for hypothesis, _ in corpus]
    streams = [
        [_SPLIT.sub(" ", entry[min(number, len(entry) - 1)]) for _, entry in corpus] for number in range(1 + several)
    ]
    boxes = ["\r\n".join([*stream, ""]) for stream in streams]
    specs = ["bleu", "chrf", "ter", "mwer"]
    assume(all(box.strip() for box in ("".join(hypotheses), *boxes)))
    page = quick_score.score_pasted(
        SimpleNamespace(), "\r\n".join([*hypotheses, ""]), boxes, metric=specs, target_language="de"
    )
    if len(hypotheses) == 1:  # whose score is that of a segment
        specs[0] = "bleu:effective_order=yes"
    with warnings.catch_warnings(action="ignore"):  # of empty segments
        expected = mtassay.score(
            hypotheses, [list(entry) for entry in zip(*streams, strict=True)], specs, target_language="de"
        )
    assert page.scored is not None
    assert [one.score for one in page.scored.metrics] == [one.value for one in expected]
    assert [one.segments for one in page.scored.metrics] == [one.segments.tolist() for one in expected]
    assert [one.signature for one in page.scored.metrics] == [one.signature for one in expected]


CHINESE = "今天天气很好，我们去公园。", "今天天气很好，我们去公园吧。"


def test_chinese_without_a_language_is_scored_by_its_letters_and_that_is_said(browser, local):
    page = send(browser, *CHINESE)
    assert rows_of(page)[1].startswith("BLEU 86.2 ")
    assert rows_of(page)[3].startswith("TER 7.1 ")
    words = words_of(page)
    note = (
        "The references are in Chinese script, so BLEU uses the tokenizer zh. Name the target language or a tokenizer"
    )
    assert note in words.replace(".Name", ". Name")
    assert "WER finds words by spaces, which Chinese does not have, so its score says little." in words
    assert "|tok:zh|" in words
    answer = local.program().post("/api/v1/score", json={"hypotheses": CHINESE[:1], "references": CHINESE[1:]}).json()
    assert answer["notes"][0].startswith("the references are in Chinese script, so BLEU uses the tokenizer zh; name")
    told = (
        local.program()
        .post(
            "/api/v1/score",
            json={
                "hypotheses": CHINESE[:1],
                "references": CHINESE[1:],
                "tokenizer": "char",
                "metrics": ["bleu", "wer"],
            },
        )
        .json()
    )
    assert told["notes"] == []
    assert "|tok:char|" in told["metrics"][0]["signature"]


def test_a_segment_is_explained_as_it_was_scored_whatever_its_own_letters_are(browser):
    hypotheses, references = f"{CHINESE[0]}\nOK Google, go", f"{CHINESE[1]}\nOK Google, go"
    page = send(browser, hypotheses, references, path="/score/segment", segment="2", metric=["bleu"])
    assert "|tok:zh|" in page.text
    english = "The weather is fine today.\n你好"
    page = send(browser, english, english, path="/score/segment", segment="2", metric=["bleu"])
    assert "|tok:13a|" in page.text


def test_a_segment_is_explained_as_it_was_scored_where_the_language_is_named(browser):
    # somebody put spaces between the words of most segments, so that TER counts words in all of them
    hypotheses, references = f"{CHINESE[0]}\n我 爱 你 们 吗?", f"{CHINESE[1]}\n我 爱 你 们!"
    fields = {"metric": ["ter"], "target_language": "zh"}
    assert "|asian:no|" in words_of(send(browser, hypotheses, references, **fields))
    for segment in ("1", "2"):
        page = send(browser, hypotheses, references, path="/score/segment", segment=segment, **fields)
        assert "|asian:no|" in page.text


def test_a_short_segment_equal_to_its_reference_is_perfect(browser, local):
    page = send(browser, "Thank you.", "Thank you.")
    assert rows_of(page)[1].startswith("BLEU 100.0 ")
    assert "BLEU|nrefs:1|case:mixed|eff:yes|tok:13a|" in words_of(page)
    several = send(browser, "Thank you.\nThe cat sat on the mat.", "Thank you.\nThe cat sat on a mat.")
    assert "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|" in words_of(several)
    assert "BLEU of segments|nrefs:1|case:mixed|eff:yes|tok:13a|" in words_of(several)
    texts = ["Thank you.", "The cat sat on the mat."]
    answer = local.program().post("/api/v1/score", json={"hypotheses": texts, "references": texts}).json()
    assert answer["segments"][0]["scores"][0] == pytest.approx(100)
    assert "|eff:yes|" in answer["metrics"][0]["segment_signature"]
    assert answer["metrics"][1]["segment_signature"] == ""
    assert "effective_order" not in words_of(several)
