"""Random text that looks for trouble, shared by property tests."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

from hypothesis import strategies as st

from mtassay import EvalSet
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target, collapse
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.scales import EVALTRANS, SCALES, Scale

# what the tokenizers treat specially, and a few characters of every kind of script
_PIECES = [
    *"ab09.,-'\"<>&;:$%()[]{}|~^_`/\\@#!?+*=",
    *" \t\n\r\x0b\x1c\x85\xa0\u2003\u2028\u3000\u200b",
    *"éßİςΣ€½²…“”’–٣१।中文。、，ー가あアㇰ㌀！🙂\U00020000",
    *[
        "&amp;",
        "&lt;",
        "&gt;",
        "&quot;",
        "&amp;lt;",
        "<skipped>",
        "-\n",
        "1.5",
        "e\u0301",
        "the ",
        "cat ",
        # where a tokenizer finds more in its own output
        "..5",
        ",,9",
        # longer than 16 bytes, and different only in the middle
        "internationalization ",
        "aaaaaaaa1111bbbbbbbb ",
        "aaaaaaaa2222bbbbbbbb ",
        "\U0001f468\u200d",
    ],
]

unicode_text = st.one_of(
    st.lists(st.sampled_from(_PIECES), max_size=30).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)

_WORDS = st.sampled_from(
    ["the", "cat", "dog", "sat", "on", "mat", ".", ",", "!", "(a)", "it's", "1.5", "2-3", "é", "中文"]
)
sentences = st.lists(_WORDS, max_size=14).map(" ".join)
texts = st.one_of(sentences, unicode_text)

#: a hypothesis and one to three references for each of a few segments
corpora = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=6)

#: settings that sacreBLEU has too
chrf_settings = st.fixed_dictionaries(
    {
        "char_order": st.integers(1, 8),
        "word_order": st.integers(0, 3),
        "beta": st.integers(1, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)
ter_settings = st.fixed_dictionaries(
    {name: st.booleans() for name in ("normalized", "no_punct", "asian_support", "case_sensitive")}
)


@st.composite
def streams(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
    """Hypotheses, and one to three translators of whom all but one may lack a reference."""
    corpus = draw(corpora)
    count = max(len(references) for _, references in corpus)
    padded = [[*references, *[None] * (count - len(references))] for _, references in corpus]
    return [hypothesis for hypothesis, _ in corpus], [list(stream) for stream in zip(*padded, strict=True)]


#: what files trip over: what ends a cell or a line, quotes, formulas, marks of direction and of byte order
hostile_text = st.one_of(
    st.lists(
        st.sampled_from(
            [
                *"\t\n\r\"',;|=+-@#\\/<>&",
                *(
                    "\r\n",
                    '""',
                    "=1+1",
                    "@SUM(A1)",
                    "]]>",
                    "<!DOCTYPE",
                    "&lt;",
                    "sep=;",
                    "_x000D_",
                    "_x0041_",
                    "\u200f",
                ),
                *("\u202eabc", "\u2028", "\x85", "\x0b", "\x1c", "\ufeff", "\xa0", " ", "source", "ref", "hyp:x", "12"),
                *("null", "{", "[", "'='", "\U00020000", "مرحبا", "नमस्ते", "word "),
            ]
        ),
        max_size=6,
    ).map("".join),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12),
)


@st.composite
def evalsets(draw: st.DrawFn, text: st.SearchStrategy[str] = hostile_text) -> EvalSet:
    """Test sets of hostile text, with all that they can have."""
    size = draw(st.integers(1, 4))
    column = st.lists(text, min_size=size, max_size=size)
    names = st.dictionaries(text, column, max_size=2)
    references = st.lists(st.lists(text, min_size=1, max_size=3), min_size=size, max_size=size)
    return EvalSet(
        draw(references),
        sources=draw(st.none() | column),
        systems=draw(names),
        labels=draw(names),
        warn_of_blanks=False,
    )


#: keys of what files say beyond a collection: of the XML that they come from, and any others
_EXTRA_KEYS = st.one_of(
    st.sampled_from(
        [
            *(
                "tgt@status",
                "tgt@system",
                "source@{urn:x}y",
                "source@document",
                "t_sent@a b",
                "s_sent@größe",
                "eval@val",
            ),
            *("eval@x", "ie[0]@x", "ie[]@val", "database@xmlns", "database@v", "ielist@n", "targets@n", "iedef@id"),
            *("iedef@w", "tgt/*", "eval/*", "source/*", "ielist/*", "targets/*", "database/*", "errors", "tgt@xmlns"),
            *("tgt@{http://www.w3.org/XML/1998/namespace}lang", "tgt@{http://www.w3.org/XML/1998/namespace}id"),
        ]
    ),
    hostile_text,
)
_EXTRA_TEXTS = st.one_of(
    st.sampled_from(
        [
            *(
                "<note>a</note>",
                "<note/>",
                "<n:x xmlns:n='urn:x'/>",
                '<n:x xmlns:n="urn:x" n:a="1">b</n:x><y/>',
                "<eval/>",
            ),
            *(
                "</tgt><tgt>",
                "</a><a>",
                "<a>" * 300,
                "<!DOCTYPE x>",
                "a<b/>",
                "<b/>c",
                '<extra key="k">v</extra>',
                "<extra/>",
            ),
            *("urn:x", "http://www.w3.org/XML/1998/namespace", "<b>\r\n</b>", "<!-- c --><b/>", "<tgt/>", "<source/>"),
        ]
    ),
    hostile_text,
)
_EXTRAS = st.dictionaries(_EXTRA_KEYS, _EXTRA_TEXTS, max_size=3)
_ZONES = st.none() | st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
_SCALES = st.one_of(
    st.just(EVALTRANS),
    st.sampled_from([*SCALES.values()]),
    st.builds(
        lambda low, size, anchors: Scale(low, low + size, None, anchors),
        st.floats(-1000, 1000),
        st.floats(0.1, 1000),
        st.dictionaries(st.floats(-1000, 1000), hostile_text, max_size=2),
    ),
)


@st.composite
def judgments(draw: st.DrawFn, scale: Scale, labels: list[str]) -> Judgment:
    """Judgments on a scale, with verdicts on some of the items."""
    values = st.sampled_from(scale.values) if scale.values else st.floats(scale.low, scale.high)
    verdicts = st.dictionaries(st.sampled_from(labels), st.sampled_from(ITEM_CLASSES)) if labels else st.just({})
    return Judgment(
        draw(st.none() | values),
        judge=draw(hostile_text),
        system=draw(hostile_text),
        at=draw(st.none() | st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=_ZONES)),
        seconds=draw(st.none() | st.floats(0, 1e8)),
        comment=draw(hostile_text),
        verdicts=draw(verdicts),
        is_recheck=draw(st.booleans()),
        uid=draw(hostile_text),
        extra=draw(_EXTRAS),
    )


@st.composite
def judged_sources(draw: st.DrawFn, scale: Scale) -> Source:
    """Sources with items, translations and all that is known of them."""
    text = draw(hostile_text.filter(collapse))
    labels = draw(st.lists(hostile_text, unique=True, max_size=3))
    words = st.sampled_from(collapse(text).split(" "))
    outputs = st.builds(Output, hostile_text, hostile_text, st.none() | st.integers(-5, 10**9), hostile_text)
    targets = st.builds(
        Target,
        hostile_text,
        st.lists(judgments(scale, labels), max_size=3).map(tuple),
        st.lists(outputs, max_size=2).map(tuple),
        _EXTRAS,
    )
    return Source(
        text,
        document=draw(hostile_text),
        position=draw(st.none() | st.integers(-5, 10**9)),
        original_language=draw(hostile_text),
        items=tuple(Item(label, draw(words), draw(_EXTRAS)) for label in labels),
        targets=draw(st.lists(targets, max_size=2).map(tuple)),
        extra=draw(_EXTRAS),
    )


def _with_own_uids(source: Source, name: str) -> Source:
    """The source with uids that stand for one judgment each."""
    targets = []
    for place, target in enumerate(source.targets):
        judgments = tuple(
            replace(one, uid=f"{one.uid[:20]}{name}.{place}.{number}" if one.uid else "")
            for number, one in enumerate(target.judgments)
        )
        targets.append(replace(target, judgments=judgments))
    return replace(source, targets=tuple(targets))


@st.composite
def judged_collections(draw: st.DrawFn) -> Collection:
    """Collections of hostile text, with all that they can have."""
    scale = draw(_SCALES)
    sources = draw(st.lists(judged_sources(scale), max_size=2))
    sources = [_with_own_uids(source, str(number)) for number, source in enumerate(sources)]
    return Collection(tuple(sources), scale, draw(hostile_text), draw(hostile_text), draw(_EXTRAS))
