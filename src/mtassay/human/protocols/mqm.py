"""MQM: mark every error, say what kind it is and how severe (Lommel et al. 2014, Freitag et al. 2021)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from mtassay.human.mqm import GOOGLE_WEIGHTS, MarkedError, MqmWeights
from mtassay.human.protocols.base import AskedItem, Body, BodyError, Key, Number, check_object, pointer
from mtassay.human.protocols.categories import Category, canonical_tree, read_tree, tree_name, write_tree
from mtassay.human.protocols.marking import SCORE, Marking
from mtassay.human.protocols.rating import check_whole, whole_schema
from mtassay.human.protocols.spans import Span, check_spans, span_numbers, span_schema, write_weights
from mtassay.settings import did_you_mean, setting

_LONGEST_NOTE = 1000


@dataclass(frozen=True, kw_only=True)
class Mqm(Marking):
    """Errors that are marked with their severity and a category of a tree; their penalties are added up.

    As `esa`, and each span has a category and a note: `{"spans": [{"side": "target", "start": 8, "end": 14,
    "severity": "minor", "category": "Accuracy/Mistranslation", "note": ""}]}`; with `score` there is a score from 0
    to 100 besides. What is missing, and what is marked in the source, has a category that says it fits.
    """

    name: ClassVar[str] = "mqm"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "marked errors with categories"
    better: ClassVar[Literal["higher", "lower"]] = "lower"
    seconds: ClassVar[float] = 60.0

    tree: str = setting("wmt", "the tree of categories: wmt, vilar, or a JSON file of your own", shown=tree_name)
    weights: str = setting(
        write_weights(MqmWeights(GOOGLE_WEIGHTS)),
        "penalties of errors by severity, severity/category or severity/category/subcategory",
    )
    score: bool = setting(False, "whether judges also give a score from 0 to 100")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "tree", canonical_tree(self.tree))

    @property
    def has_score(self) -> bool:
        return self.score

    @property
    def categories(self) -> tuple[Category, ...]:
        """The tree that judges choose from."""
        return read_tree(self.tree)

    @property
    def tree_json(self) -> str:
        """The tree as pages read it."""
        return write_tree(self.categories)

    def schema(self) -> Mapping[str, Any]:
        more = {"category": {"type": "string"}, "note": {"type": "string", "maxLength": _LONGEST_NOTE}}
        properties: dict[str, Any] = {"spans": span_schema(self.severities, more)}
        if self.score:
            properties["score"] = whole_schema(SCORE)
        return {
            "type": "object",
            "properties": properties,
            "required": [*properties],
            "additionalProperties": False,
        }

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, ("spans", "score") if self.score else ("spans",))
        (item,) = items
        spans = given.get("spans")
        if isinstance(spans, list):
            leaves = dict(leaf for category in self.categories for leaf in category.leaves())
            spans = [_with_category(span, place, leaves) for place, span in enumerate(spans)]
        checked = check_spans(
            spans, item, self.marked_sides, self.severities, ("category", "note"), may_overlap=self.overlap
        )
        return {"spans": checked} | ({"score": check_whole(given, "score", SCORE)} if self.score else {})

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        (item,) = items
        spans = body["spans"]
        penalty = self.penalties.penalty(MarkedError(span["severity"], span["category"]) for span in spans)
        score = (Number(item.id, "score", float(body["score"])),) if self.score else ()
        return (
            Number(item.id, "penalty", penalty),
            Number(item.id, "errors", float(len(spans))),
            *span_numbers(item.id, spans, self.severities),
            *score,
        )

    @property
    def keys(self) -> tuple[Key, ...]:
        return (*super().keys, Key("t", "category of the error", "category of the error"))


def _with_category(span: object, place: int, leaves: Mapping[str, Category]) -> object:
    """A span whose category is a leaf that fits it, and whose note is there."""
    if not isinstance(span, dict):
        return span
    at = ("spans", str(place))
    category, note = span.get("category"), span.get("note", "")
    if not isinstance(category, str) or not category:
        raise BodyError(pointer(*at, "category"), "choose the category of this error")
    leaf = leaves.get(category)
    if leaf is None:
        raise BodyError(
            pointer(*at, "category"), f"there is no category {category[:80]!r}{did_you_mean(category, [*leaves])}"
        )
    if not isinstance(note, str) or len(note) > _LONGEST_NOTE or not _is_text(note):
        raise BodyError(pointer(*at, "note"), f"a note is text of up to {_LONGEST_NOTE} characters")
    if span.get("missing") is True and not leaf.fits_missing:
        raise BodyError(
            pointer(*at, "category"), f"{category} does not fit what is missing; {_fitting(leaves, 'missing')}"
        )
    if span.get("side") == "source" and not leaf.fits_source:
        raise BodyError(pointer(*at, "category"), f"{category} does not fit the source; {_fitting(leaves, 'source')}")
    checked: Span = {**span, "category": category, "note": note}
    return checked


def _fitting(leaves: Mapping[str, Category], what: str) -> str:
    names = [path for path, leaf in leaves.items() if (leaf.fits_missing if what == "missing" else leaf.fits_source)]
    return f"choose {' or '.join(names)}" if names else "no category of this tree does"


def _is_text(note: str) -> bool:
    try:
        note.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in note
