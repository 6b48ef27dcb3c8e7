"""The text on methods of a campaign: what was asked, answered, reused and excluded, and how figures are computed."""

from collections import Counter

from mtassay.human.protocols.base import Protocol
from mtassay.reports.evidence.contents import PackContents
from mtassay.store.campaigns.campaigns import ItemKind, TaskKind, signature_of

_SCORES = (
    "Differences between systems are by least squares of a system, a segment and a judge on each score. Their variance "
    "is that of judges who favour systems, of outputs and of answers, so that 95 % intervals hold for other judges and "
    "other segments; p-values are corrected by Holm. There are none of fewer than three judges."
)
_RANKS = (
    "Systems are ranked by Bradley-Terry strengths, ties half a win each; intervals are by bootstraps over judges and "
    "over segments, so that they hold for other judges and other segments; p-values are corrected by Holm."
)
_WHERE = (
    "Judges are called by their seats; their names and comments are not in this pack. Guidelines stand in "
    "guidelines.md, texts in items.jsonl, answers in answers.jsonl, figures in results."
)


def methods_text(contents: PackContents) -> str:
    """Paragraphs for people, with every count."""
    campaign = contents.campaign
    outputs = [item for item in contents.items if item.kind is ItemKind.OUTPUT]
    systems = sorted({system for item in outputs for system in item.systems})
    segments = {item.position for item in outputs}
    documents = {item.document for item in outputs if item.document}
    about = f"{len(segments):,} segments" + (f" of {len(documents):,} documents" if documents else "")
    shared = sum(len(item.systems) > 1 for item in outputs)
    asked_about = (
        f"Campaign {campaign.name}, {campaign.state.value}, as of revision {contents.revision} of its project. "
        f"{len(contents.seats)} seats judged outputs of {len(systems)} systems ({', '.join(systems)}) on {about}: "
        f"{len(outputs):,} different outputs, of which {shared:,} are of several systems and were judged once for all."
    )
    paragraphs = [
        asked_about,
        f"Order, overlap and controls were drawn from seed {campaign.seed}.",
        *(_protocol(protocol) for protocol in campaign.protocols),
        _counts(contents),
        *_excluded(contents),
        _WHERE,
        f"Computed by mtassay {contents.written_by}, which can verify this pack by computing all of it anew.",
    ]
    return "\n\n".join(paragraphs) + "\n"


def _protocol(protocol: Protocol) -> str:
    how = _RANKS if protocol.outputs[1] > 1 else _SCORES
    return f"Asked by {protocol.title}, signature {signature_of(protocol)}. {how}"


def _counts(contents: PackContents) -> str:
    asked = sum(seat.asked for seat in contents.seats)
    answered = sum(seat.answered for seat in contents.seats)
    kinds = Counter(answer.kind for answer in contents.answers if not answer.is_reused)
    reused = sum(answer.is_reused for answer in contents.answers)
    work = [answer for answer in contents.answers if answer.kind is TaskKind.WORK and not answer.is_reused]
    cannot = sum("cannot" in answer.given.body for answer in work)
    excluded = sum(answer.is_excluded for answer in work)
    checks = {kind.value: kinds[kind] for kind in TaskKind if kind is not TaskKind.WORK and kinds[kind]}
    told = ", ".join(f"{count:,} of {kind}" for kind, count in checks.items()) or "none"
    return (
        f"Answers asked: {asked:,}. Answered: {answered:,}. Reused from before the campaign: {reused:,}. In which the "
        f"judge could say nothing: {cannot:,}. Of excluded seats, which count in no figure unless it says so: "
        f"{excluded:,}. Answers that only check or train judges, which count in none: {told}."
    )


def _excluded(contents: PackContents) -> list[str]:
    told = [f"seat {seat.number} ({seat.reason})" for seat in contents.seats if seat.reason]
    return [f"Excluded by the manager: {'; '.join(told)}."] if told else []
