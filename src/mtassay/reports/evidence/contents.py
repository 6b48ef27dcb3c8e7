"""What an evidence pack is made of: the campaign, its texts and its answers, written to files and read back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mtassay.errors import InputError, MtassayError
from mtassay.human.answer_files.base import FileAnswer
from mtassay.human.protocols.questions import Question
from mtassay.store.campaigns.all_answers import CampaignItem, StoredAnswer, of_their_texts
from mtassay.store.campaigns.campaigns import CampaignState, ItemKind, StoredCampaign, TaskKind, protocols_of

FORMAT = "mtassay evidence pack"
VERSION = 1
CAMPAIGN, ITEMS, ANSWERS, GUIDELINES = "campaign.json", "items.jsonl", "answers.jsonl", "guidelines.md"
BASE = (CAMPAIGN, ITEMS, ANSWERS, GUIDELINES)
"""The files from which all others follow."""

_TOLD = (
    *("version", "protocols", "context", "overlap", "spread", "segments", "longest_document", "equal_outputs"),
    *("left_out", "known_outputs", "controls", "training"),
)
"""Settings that are told; a setting that is not known to be harmless stays where it is."""
_UNREADABLE = (KeyError, ValueError, TypeError, IndexError, AttributeError, RecursionError, MtassayError)


@dataclass(frozen=True)
class PackedSeat:
    """A seat without a name: how many answers of its work were asked and given; `reason` is why it is excluded."""

    number: int
    expertise: str
    asked: int
    answered: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class PackContents:
    """A campaign as it is packed; answers include those to controls, and those that were known before."""

    campaign: StoredCampaign
    written_by: str
    revision: int
    source_language: str
    target_language: str
    seats: tuple[PackedSeat, ...]
    items: tuple[CampaignItem, ...]
    answers: tuple[StoredAnswer, ...]


def write_contents(contents: PackContents) -> dict[str, bytes]:
    """The files that hold them; nobody's name and no comment is in them."""
    campaign = contents.campaign
    told = {
        "format": FORMAT,
        "pack_version": VERSION,
        "mtassay": contents.written_by,
        "name": campaign.name,
        "state": campaign.state.value,
        "revision": contents.revision,
        "source_language": contents.source_language,
        "target_language": contents.target_language,
        "seed": campaign.seed,
        "settings": {name: campaign.settings[name] for name in _TOLD if name in campaign.settings},
        "seats": [vars(seat) for seat in contents.seats],
    }
    items = [
        {
            "id": item.id,
            "kind": item.kind.value,
            "systems": list(item.systems),
            "document": item.document,
            "position": item.position,
            "original_language": item.original_language,
            **({"domain": item.domain} if item.domain else {}),
            "source": item.source,
            "reference": item.reference,
            "text": item.text,
            **_told_question(item.question),
        }
        for item in contents.items
    ]
    places = {id(protocol): place for place, protocol in enumerate(campaign.protocols)}
    answers = [
        {
            "id": answer.id,
            "key": answer.key,
            "judge": answer.judged_by,
            "kind": answer.kind.value,
            "seat": answer.seat,
            "expertise": answer.expertise,
            "excluded": answer.is_excluded,
            "protocol": places[id(answer.given.protocol)],
            "items": [item.id for item in answer.items],
            "body": answer.given.protocol.without_comments(answer.given.body),
            "seconds": answer.given.seconds,
            "at": answer.given.at.isoformat(),
        }
        for answer in contents.answers
    ]
    return {
        CAMPAIGN: (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode(),
        GUIDELINES: campaign.guidelines.encode(),
        ITEMS: _lines(items),
        ANSWERS: _lines(answers),
    }


def read_contents(files: Mapping[str, bytes], shown: str) -> PackContents:
    """What the files hold; an InputError where they hold something else."""
    for name in BASE:
        if name not in files:
            raise InputError(f"{shown}: there is no {name} in it, so it is no evidence pack; is it the right file?")
    place = CAMPAIGN
    try:
        told = _parse(files[CAMPAIGN])
        if told["format"] != FORMAT:
            raise InputError("its format is another")
        if told["pack_version"] != VERSION:
            raise InputError("a newer mtassay wrote it; verify it by that version")
        campaign = StoredCampaign(
            id=0,
            project=0,
            name=str(told["name"]),
            state=CampaignState(told["state"]),
            protocols=protocols_of(told["settings"]),
            context=told["settings"].get("context", "none"),
            settings=told["settings"],
            seed=told["seed"],
            guidelines=files[GUIDELINES].decode(),
        )
        seats = tuple(PackedSeat(**seat) for seat in told["seats"])
        place = ITEMS
        items = {item.id: item for item in map(_item, _parse_lines(files[ITEMS]))}
        place = ANSWERS
        answers = tuple(_answer(row, campaign, items) for row in _parse_lines(files[ANSWERS]))
        return PackContents(
            campaign=campaign,
            written_by=str(told["mtassay"]),
            revision=int(told["revision"]),
            source_language=str(told["source_language"]),
            target_language=str(told["target_language"]),
            seats=seats,
            items=tuple(items.values()),
            answers=answers,
        )
    except _UNREADABLE as error:
        why = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise InputError(f"{shown}: {place} in it cannot be read ({why[:300]}); fetch the pack again") from None


def _item(row: Any) -> CampaignItem:
    return CampaignItem(
        id=int(row["id"]),
        systems=tuple(map(str, row["systems"])),
        document=str(row["document"]),
        position=int(row["position"]),
        source=str(row["source"]),
        text=str(row["text"]),
        reference=str(row["reference"]),
        kind=ItemKind(row["kind"]),
        original_language=str(row["original_language"]),
        domain=str(row.get("domain", "")),
        question=Question.of_detail(row["question"], row["question"]["graded"]) if "question" in row else None,
    )


def _told_question(question: Question | None) -> dict[str, Any]:
    return {} if question is None else {"question": {**question.detail, "graded": dict(question.graded)}}


def _answer(row: Any, campaign: StoredCampaign, items: Mapping[int, CampaignItem]) -> StoredAnswer:
    about = of_their_texts([items[number] for number in row["items"]])
    return StoredAnswer(
        id=row["id"],
        key=str(row["key"]),
        judged_by=str(row["judge"]),
        kind=TaskKind(row["kind"]),
        seat=row["seat"],
        expertise=str(row["expertise"]),
        is_excluded=bool(row["excluded"]),
        items=about,
        given=FileAnswer(
            judge="",
            protocol=campaign.protocols[row["protocol"]],
            items=about,
            body=dict(row["body"]),
            seconds=float(row["seconds"]),
            at=datetime.fromisoformat(row["at"]),
        ),
    )


def _lines(rows: Sequence[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _parse_lines(content: bytes) -> list[Any]:
    return [_parse(line) for line in content.split(b"\n") if line.strip()]


def _parse(content: bytes) -> Any:
    def refuse(name: str) -> None:
        raise ValueError(f"{name} is no number of JSON")

    return json.loads(content, parse_constant=refuse)
