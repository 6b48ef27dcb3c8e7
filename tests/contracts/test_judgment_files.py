"""Laws that every registered format of judgments keeps."""

import pickle
import warnings
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import hostile_text, judged_collections

from mtassay.errors import InputError, MtassayWarning, OutputError
from mtassay.human.collection import Collection, Source, collapse
from mtassay.human.files.base import JUDGMENT_FILES, JudgmentFile


def with_plain_names(source: Source) -> Source:
    """Items, and what a judgment has beyond our columns, become columns, whose names are read with one blank for each
    white space: here they have none.
    """

    def plain(name: str) -> str:
        return name.encode().hex()

    targets = []
    for target in source.targets:
        judgments = tuple(
            replace(
                judgment,
                verdicts={plain(label): verdict for label, verdict in judgment.verdicts.items()},
                extra={plain(name): value for name, value in judgment.extra.items()},
            )
            for judgment in target.judgments
        )
        targets.append(replace(target, judgments=judgments))
    items = tuple(replace(item, label=plain(item.label)) for item in source.items)
    return replace(source, items=items, targets=tuple(targets))


@pytest.mark.parametrize("name", JUDGMENT_FILES)
@settings(max_examples=200)
@given(data=st.binary(max_size=60) | hostile_text.map(str.encode))
def test_any_content_is_read_or_refused(name: str, data: bytes) -> None:
    format = JUDGMENT_FILES.create(name)
    starts = (
        b"",
        b"<database>",
        b"source\ttarget\tscore\n",
        b"rater\tsystem\ttype\traw\tsource\ttarget\nr\tA\tSYSTEM\t",
    )
    for start in starts:
        format.recognizes(start + data)
        with warnings.catch_warnings(), suppress(InputError):
            warnings.simplefilter("ignore", MtassayWarning)
            assert isinstance(format.read(start + data, JudgmentFile("f.tsv")), Collection)


@pytest.mark.parametrize("name", JUDGMENT_FILES)
def test_formats_describe_themselves(name: str) -> None:
    format = JUDGMENT_FILES.create(name)
    assert format.title
    assert format.__doc__
    assert JUDGMENT_FILES.create(format.spec) == pickle.loads(pickle.dumps(format)) == format
    assert all(ending.startswith(".") and ending == ending.lower() for ending in format.endings)
    if not format.can_write:
        with pytest.raises(OutputError, match=f"mtassay reads {name} but does not write it"):
            format.write(Collection(()), "f")


def quiet(format: str, collection: Collection) -> Collection:
    """What comes back from a table whose first line is known to name the columns."""
    table = JUDGMENT_FILES.create("table", format=format)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)
        return table.read(table.write(collection, "f"), JudgmentFile("f"))


def judged(collection: Collection) -> set[object]:
    """Who gave which score to what, and the verdicts; translations that differ in white space only are one."""
    return {
        (
            *(collapse(source.text), source.document, collapse(target.text)),
            *(one.judge, one.system, one.value, one.at, one.seconds, one.comment, one.is_recheck, one.uid),
            *sorted(one.verdicts.items()),
            *sorted((key, text) for key, text in one.extra.items() if text),
        )
        for source in collection.sources
        for target in source.targets
        for one in target.judgments
        if one.value is not None or one.verdicts or one.comment
    }


@pytest.mark.parametrize("format", ["jsonl", "csv:header=1", "tsv:quoted=yes,header=1"])
@settings(max_examples=60)
@given(collection=judged_collections())
def test_tables_keep_every_judgment(format: str, collection: Collection) -> None:
    # rows of one text are one source, so that items of one name must be the same
    texts = [collapse(source.text) for source in collection.sources]
    assume(texts and len(set(texts)) == len(texts))
    sources = tuple(replace(with_plain_names(source), position=None) for source in collection.sources)
    plain = Collection(sources, collection.scale)
    back = quiet(format, plain)
    assert judged(back) == judged(plain)
    assert (back.scale.low, back.scale.high, back.scale.step) == (plain.scale.low, plain.scale.high, plain.scale.step)
