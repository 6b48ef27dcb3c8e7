"""Laws of the files of answers: what is written is read with the same figures, and what is wrong is named."""

import json
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError, OutputError
from mtassay.human.answer_files.base import ANSWER_FILES, AnswerSet, FileAnswer, FileItem
from mtassay.human.protocols.base import PROTOCOLS

TEXTS = st.text(
    st.sampled_from("ab =+,;\"'<>é\u0301\u200d\U0001f469\U0001f33e\u05e9\u0627\u732b\U00020000"),
    min_size=1,
    max_size=20,
).filter(lambda text: text.strip() == text and "<v>" not in text and "</v>" not in text)
AT = datetime(2026, 5, 4, 3, 2, 1, 500_000, tzinfo=UTC)
WMT = ["Accuracy/Mistranslation", "Fluency/Punctuation", "Non-translation!", "Other"]
WHICH = {"marot": ["esa", "mqm", "mqm:score=yes"], "appraise": ["esa", "da"], "wmt-rank": ["ranking", "pairwise"]}
GOOD = {"marot": "mqm", "appraise": "esa", "wmt-da": "da", "wmt-rank": "ranking", "mtme": "mqm"}


@st.composite
def marks(draw: st.DrawFn, text: str, side: str) -> list[dict[str, Any]]:
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    places = zip(cuts[::2], cuts[1::2], strict=False)
    severities = st.sampled_from(["minor", "major"])
    return [{"side": side, "start": start, "end": end, "severity": draw(severities)} for start, end in places]


@st.composite
def answer_sets(draw: st.DrawFn, spec: str) -> AnswerSet:
    protocol = PROTOCOLS.create(spec)
    answers = []
    count = protocol.outputs[1]
    for number in range(draw(st.integers(1, 3))):
        source = draw(TEXTS)
        items = tuple(
            FileItem(
                id=10 * number + place + 1,
                systems=(f"s{place}", *([f"t{place}"] if place == 1 else [])),
                document="talk",
                position=number + 1,
                source=source,
                text=draw(TEXTS),
            )
            for place in range(count)
        )
        answers += [
            FileAnswer(
                judge=judge,
                protocol=protocol,
                items=items,
                body=draw(bodies(spec, items)),
                seconds=2.5,
                at=AT,
                place="here",
            ).checked()
            for judge in ("anna", "ben")
        ]
    return AnswerSet(tuple(answers), "de", "en")


@st.composite
def bodies(draw: st.DrawFn, spec: str, items: tuple[FileItem, ...]) -> dict[str, Any]:
    if spec == "ranking":
        return {"ranks": {str(item.id): draw(st.integers(1, len(items))) for item in items}}
    if spec == "pairwise":
        return {"better": draw(st.sampled_from([None, *(str(item.id) for item in items)]))}
    score = {"score": draw(st.integers(0, 100))}
    if spec == "da":
        return score
    spans = draw(marks(items[0].text, "target"))
    if draw(st.booleans()):
        spans.append({"side": "target", "missing": True, "severity": "major"})
    if spec.startswith("mqm"):
        spans += draw(marks(items[0].source, "source"))
        for span in spans:
            fits = "Accuracy/Omission" if span["side"] == "source" or "missing" in span else draw(st.sampled_from(WMT))
            span |= {"category": fits, "note": draw(st.sampled_from(["", "so\u00e4"]))}
    return {"spans": spans, **(score if spec in ("esa", "mqm:score=yes") else {})}


def read_back(name: str, content: bytes, answers: AnswerSet, folder: Any) -> AnswerSet:
    options = {}
    if name == "appraise":
        path = folder / "batches.json"
        items = [
            {
                "documentID": item.document,
                "sourceText": item.source,
                "targetText": item.text,
                "targetID": system,
                "itemID": item.position,
                "itemType": "TGT",
            }
            for answer in answers.answers
            for item in answer.items
            for system in item.systems
        ]
        path.write_text(json.dumps([{"items": items, "task": {}}]), encoding="utf-8")
        options = {"texts": str(path)}
    return ANSWER_FILES[name](**options).read(content, "file")


def figures(answers: AnswerSet) -> dict[Any, Any]:
    """All numbers of all systems, by judge and segment."""
    said: defaultdict[Any, list[Any]] = defaultdict(list)
    for answer in answers.answers:
        items = {item.id: item for item in answer.items}
        for number in answer.numbers:
            item = items[number.item]
            for system in item.systems:
                said[answer.judge, item.position, system, number.name].append(round(number.value, 9))
    return {key: sorted(values) for key, values in said.items()}


@pytest.mark.parametrize(("name", "spec"), [(name, spec) for name, specs in WHICH.items() for spec in specs])
@given(data=st.data())
def test_what_is_written_is_read_with_the_same_figures(
    name: str, spec: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    answers = data.draw(answer_sets(spec))
    content = ANSWER_FILES.create(name).write(answers, f"x.{name}")
    again = read_back(name, content, answers, tmp_path_factory.getbasetemp())
    keep = ("neutral",)  # severities that nobody chose
    assert {key: value for key, value in figures(again).items() if key[3] not in keep} == {
        key: value for key, value in figures(answers).items() if key[3] not in keep
    }
    assert {answer.seconds for answer in again.answers} == ({0.0} if name == "wmt-rank" else {2.5})
    assert {answer.at for answer in again.answers} == ({AT} if name != "wmt-rank" else {again.answers[0].at})
    if name == "marot":  # the places too
        assert [answer.body for answer in again.answers] == [answer.body for answer in answers.answers]


@pytest.mark.parametrize("name", [*ANSWER_FILES])
def test_is_documented_and_says_what_it_cannot_do(name: str) -> None:
    format = ANSWER_FILES.create(name)
    assert format.__doc__
    assert format.title
    assert format.can_read or format.can_write
    if format.can_write:
        with pytest.raises(OutputError, match="and this campaign has none of them"):
            format.write(AnswerSet(()), "x")
    else:
        with pytest.raises(OutputError, match=r"reads .* but does not write it"):
            format.write(AnswerSet(()), "x")
    if not format.can_read:
        with pytest.raises(InputError, match=r"writes .* but does not read it"):
            format.read(b"", "x")


@pytest.mark.parametrize("name", [name for name, kind in ANSWER_FILES.items() if kind.can_read])
@given(content=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_file_is_half_read(name: str, content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    options = {}
    if name == "appraise":
        path = tmp_path_factory.getbasetemp() / "texts.json"
        path.write_text('[{"items": [{"sourceText": "a", "targetText": "b", "targetID": "s", "itemID": 1}]}]')
        options = {"texts": str(path)}
    with pytest.raises(InputError) as caught:
        ANSWER_FILES[name](**options).read(content, "file")
    assert str(caught.value).endswith("Nothing was imported.")
