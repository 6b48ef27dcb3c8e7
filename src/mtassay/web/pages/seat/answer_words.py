"""What an answer says, in words: beside a card, and where two answers contradict each other."""

from collections.abc import Mapping

from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.protocols.base import Body
from mtassay.web.words.catalogue import Words


def say_answer(body: Body, letters: Mapping[str, str], words: Words) -> str:
    """An answer in words; `letters` names the outputs that were shown beside each other."""
    if "cannot" in body:
        return words(f"cannot.{body['cannot']}")
    if "ranks" in body:
        return _order(body["ranks"], letters, words)
    if "text" in body:
        return words("postedit.unchanged") if body.get("unchanged") else str(body["text"])
    if "answers" in body:
        return "; ".join(answer or words("comprehension.untold") for answer in body["answers"].values())
    if "better" in body:
        return _better(body, letters, words)
    if "verdicts" in body:
        return _score_and_items(body, words)
    if isinstance(spans := body.get("spans"), list):
        marked = words("spans.said", n=len(spans))
        return words("spans.said-score", score=_plain(body["score"]), errors=marked) if "score" in body else marked
    return ", ".join(map(_plain, body.values()))


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _score_and_items(body: Body, words: Words) -> str:
    verdicts = body["verdicts"]
    value = "–" if body.get("value") is None else f"{body['value']:g}"
    wrong = sum(verdict != ITEM_CLASSES[0] for verdict in verdicts.values())
    return words("sser.said", value=value, wrong=wrong, items=len(verdicts)) if verdicts else value


def _order(ranks: Mapping[str, int], letters: Mapping[str, str], words: Words) -> str:
    """`A = D, then B`."""
    groups: dict[int, list[str]] = {}
    for item, rank in ranks.items():
        groups.setdefault(rank, []).append(letters.get(item, "?"))
    said = ""
    for rank in sorted(groups):
        group = " = ".join(sorted(groups[rank]))
        said = words("ranking.then", better=said, worse=group) if said else group
    return said


def _better(body: Body, letters: Mapping[str, str], words: Words) -> str:
    better = body["better"]
    if better is None:
        return words("pairwise.equal")
    side = words("pairwise.side", letter=letters.get(better, "?"))
    return words("pairwise.said-by", side=side, by=words(f"pairwise.by.{body['by']}")) if "by" in body else side
