"""Campaigns: what a plan asks of whom, how far one is, and what was answered."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mtassay.campaigns.plan import CampaignPlan
from mtassay.human.post_editing.exported import COLUMN as POST_EDIT
from mtassay.human.protocols.rating import Rating
from mtassay.reports.document import Column, Document, Note, Table, Value

if TYPE_CHECKING:  # plans need no database
    from mtassay.campaigns.controls.seat_checks import SeatCheck
    from mtassay.human.protocols.base import Protocol
    from mtassay.store.campaigns.all_answers import AnsweredNumber
    from mtassay.store.campaigns.campaigns import StoredCampaign
    from mtassay.store.campaigns.grades import GivenAnswer
    from mtassay.store.campaigns.progress import SeatProgress

_SECONDS_A_MINUTE = 60
_LONGEST_SPEC = 200


def plan_document(plan: CampaignPlan) -> Document:
    """What is asked, what is saved, how long each seat needs, and what will show."""
    design = plan.design
    smallest = plan.smallest_difference
    facts: dict[str, Value] = {
        "protocol": ", ".join(protocol.spec for protocol in plan.protocols),
        "context": design.context,
        "systems": len(plan.systems),
        **({"documents": len(plan.blocks)} if plan.has_documents else {}),
        "segments": plan.segments,
        **({"left out": sum(left.segments for left in plan.left_out)} if plan.left_out else {}),
        "outputs": plan.outputs,
        "equal to another system's": plan.saved_by_equality,
        "known and reused": plan.saved_by_reuse,
        "answers": plan.answers,
        "of them to compare judges": plan.shared_answers,
        **({"of them to check judges": plan.control_answers} if plan.design.controls != "none" else {}),
        "spread": plan.spreading,
        "seed": design.seed,
        "minutes in all": sum(plan.seconds_of_seats) / _SECONDS_A_MINUTE,
    }
    said = (*(left.in_words() for left in plan.left_out), *_idle(plan), _what_shows(plan, smallest))
    return Document("Plan of a campaign", (_seats(plan), Note(said)), facts=facts)


def sentence_of_plan(plan: CampaignPlan) -> str:
    """What is asked, in a sentence or two."""
    minutes = max(plan.seconds_of_seats) / _SECONDS_A_MINUTE
    saved = [
        f"{_outputs(count)} none: {why}"
        for count, why in (
            (plan.saved_by_equality, "another system wrote the same"),
            (plan.saved_by_reuse, "a known answer is reused"),
        )
        if count
    ]
    because = f" ({'; '.join(saved)})" if saved else ""
    more = "".join(f" {said}" for said in (*(left.in_words() for left in plan.left_out), *_idle(plan)))
    return (
        f"{plan.answers:,} answers on {plan.segments:,} segments of {len(plan.systems)} systems{because}; about "
        f"{minutes:.0f} minutes for each of {plan.design.seats} judges."
        f"{more} {_what_shows(plan, plan.smallest_difference)}"
    )


def _whence(plan: CampaignPlan) -> str:
    known = plan.spread
    return "" if known is None else f" The spread of answers is that of the campaign {known.campaign} of the project."


def _idle(plan: CampaignPlan) -> tuple[str, ...]:
    if not plan.idle_seats:
        return ()
    seats = "1 seat has" if plan.idle_seats == 1 else f"{plan.idle_seats:,} seats have"
    return (f"{seats} nothing to do; ask fewer judges, or about more.",)


def _outputs(count: int) -> str:
    return "1 output needs" if count == 1 else f"{count:,} outputs need"


def campaigns_document(campaigns: "Sequence[tuple[StoredCampaign, Sequence[SeatProgress]]]") -> Document:
    """All campaigns of a project, the oldest first; below them why some cannot be opened."""
    rows: list[tuple[Value, ...]] = [
        (
            campaign.name,
            "cannot be opened" if campaign.problem else campaign.state.value,
            ", ".join(protocol.name for protocol in campaign.protocols),
            *([None] * 3 if campaign.problem else _counts(seats)),
        )
        for campaign, seats in campaigns
    ]
    names = ("campaign", "state", "protocol", "seats", "answers", "asked")
    columns = tuple(Column(name, digits=0, is_words=name in names[:3]) for name in names)
    table = Table(columns, rows, name="campaigns")
    problems = tuple(f"{campaign.name}: {campaign.problem}." for campaign, _ in campaigns if campaign.problem)
    return Document("Campaigns", (table, Note(problems)) if problems else (table,))


def _counts(seats: "Sequence[SeatProgress]") -> tuple[int, int, int]:
    return len(seats), sum(seat.work_done for seat in seats), sum(seat.work_asked for seat in seats)


def results_facts(campaign: "StoredCampaign", protocol: "Protocol", seats: "Sequence[SeatProgress]") -> dict[str, str]:
    """Where the results of a campaign come from."""
    return {
        "campaign": campaign.name,
        "state": campaign.state.value,
        "protocol": protocol.spec,
        "answered": f"{sum(seat.work_done for seat in seats)} of {sum(seat.work_asked for seat in seats)}",
    }


def status_document(
    campaign: "StoredCampaign",
    seats: "Sequence[SeatProgress]",
    checks: "Mapping[int, SeatCheck] | None" = None,
    *,
    reused: int = 0,
    places: Mapping[int, str] | None = None,
) -> Document:
    """How far each seat of a campaign is; `reused` answers were known before, and nobody is asked for them.

    `checks` are what controls say of seats, where a campaign has some, `places` who has the seats of a crowd.
    """
    done, asked = sum(seat.work_done for seat in seats), sum(seat.work_asked for seat in seats)
    facts: dict[str, Value] = {
        "campaign": campaign.name,
        "state": campaign.state.value,
        "protocol": ", ".join(map(_shown, campaign.protocols)),
        "answers": done,
        "asked": asked,
        "done %": 100 * done / asked if asked else None,
        "reused": reused,
    }
    rows: list[tuple[Value, ...]] = [
        (
            seat.number,
            seat.judge,
            seat.state.value,
            seat.done,
            seat.asked,
            seat.seconds,
            seat.last,
            places[seat.number] if places else "yes" if seat.has_link else "no",
        )
        for seat in seats
    ]
    columns: tuple[Column, ...] = (
        Column("seat", digits=0),
        Column("judge", is_words=True),
        Column("state", is_words=True),
        Column("answers", digits=0),
        Column("asked", digits=0),
        Column("seconds", digits=1),
        Column("last answer"),
        Column("place" if places else "link", is_words=True),
    )
    if checks is not None:
        rows = [(*row, *_check_cells(checks.get(seat.number))) for row, seat in zip(rows, seats, strict=True)]
        columns += (
            Column("verdict", is_words=True),
            Column("pairs", digits=0),
            Column("p", digits=3),
            Column("lower %", digits=0),
            Column("repeats", digits=0),
            Column("apart", digits=1),
            Column("training %", digits=0),
        )
    return Document(f"Campaign {campaign.name}", (Table(columns, rows, title="Seats", name="seats"),), facts=facts)


def _check_cells(check: "SeatCheck | None") -> tuple[Value, ...]:
    if check is None:
        return "open", 0, None, None, 0, None, None
    verdict, own = check.verdict, check.own
    share = None if verdict.share is None else 100 * verdict.share
    again: tuple[Value, ...] = (0, None) if own is None else (own.repeats, own.distance)
    right, trained = check.training
    return verdict.verdict.value, verdict.pairs, verdict.p, share, *again, 100 * right / trained if trained else None


def codes_document(
    campaign: "StoredCampaign",
    seats: "Sequence[SeatProgress]",
    checks: "Mapping[int, SeatCheck]",
    codes: Mapping[int, tuple[str, str]],
) -> Document:
    """The completion codes of a crowd, by seat: what is handed in where all is well, and what where controls failed."""
    rows: list[tuple[Value, ...]] = []
    for seat in seats:
        check = checks.get(seat.number)
        verdict = "open" if check is None else check.verdict.verdict.value
        rows.append((seat.number, seat.state.value, verdict, *codes[seat.number]))
    columns = (Column("seat", digits=0), *map(Column, ("state", "verdict", "code", "code to be reviewed")))
    return Document(f"Codes of {campaign.name}", (Table(columns, rows, name="codes"),))


def grades_document(campaign: "StoredCampaign", answers: "Sequence[GivenAnswer]", different: int) -> Document:
    """Answers to questions, each once however many gave it; `different` is how many there are in all."""
    rows: list[tuple[Value, ...]] = [
        (
            given.question,
            given.document,
            given.asked,
            " | ".join(given.right),
            given.answer,
            given.readers,
            given.grade,
        )
        for given in answers
    ]
    columns = (
        Column("question", digits=0),
        *(Column(name, is_words=True) for name in ("document", "asked", "right", "answer")),
        Column("readers", digits=0),
        Column("grade", digits=1, missing=""),
    )
    facts: dict[str, Value] = {"campaign": campaign.name, "different answers": different}
    return Document(f"Answers of {campaign.name} to grade", (Table(columns, rows, name="grades"),), facts=facts)


def answers_document(campaign: "StoredCampaign", answers: "Sequence[AnsweredNumber]", *, has_names: bool) -> Document:
    """Every number of every answer, a line for each system that wrote the output; one for what none wrote."""
    names = ["answer", "protocol", "seat", "expertise", "excluded", "reused", "document", "segment"]
    names += ["original language", "system"]
    names += ["source", "output", "name", "value", "cannot", "seconds", "at", "body", "item", "spec"]
    has_post_edits = any(answer.post_edit for answer in answers)
    has_domains = any(answer.domain for answer in answers)
    has_controls = any(answer.kind != "work" for answer in answers)
    more = [
        *(["kind"] if has_controls else []),
        *([POST_EDIT] if has_post_edits else []),
        *(["domain"] if has_domains else []),
        *(["judge", "comment"] if has_names else []),
    ]
    protocols = {protocol.name: protocol for protocol in campaign.protocols}
    rows: list[list[Value]] = []
    for answer in answers:
        body = answer.body if has_names else protocols[answer.protocol].without_comments(answer.body)
        for system in answer.systems or ("",):
            row: list[Value] = [
                answer.answer,
                answer.protocol,
                answer.seat,
                answer.expertise,
                "yes" if answer.is_excluded else "no",
                "yes" if answer.is_reused else "no",
                answer.document,
                answer.position,
                answer.original_language,
                system,
                answer.source,
                answer.text,
                answer.name,
                answer.value,
                answer.cannot,
                answer.seconds,
                answer.at,
                json.dumps(body, ensure_ascii=False),
                answer.item,
                protocols[answer.protocol].spec,
            ]
            row += [answer.kind] if has_controls else []
            row += [answer.post_edit] if has_post_edits else []
            row += [answer.domain] if has_domains else []
            rows.append([*row, answer.judge, answer.comment] if has_names else row)
    columns = tuple(Column(name) for name in [*names, *more])
    return Document(f"Answers of {campaign.name}", (Table(columns, rows, name="answers"),))


def _shown(protocol: "Protocol") -> str:
    """The spec of a protocol; a tree of categories of one's own is too long to be read."""
    return protocol.spec if len(protocol.spec) <= _LONGEST_SPEC else f"{protocol.name} with settings of its own"


def _seats(plan: CampaignPlan) -> Table:
    answers: Counter[int] = Counter()
    units: Counter[int] = Counter()
    for planned in plan.tasks:
        for seat in planned.seats:
            answers[seat] += plan.wanted(planned)
            units[seat] += planned.task.units
    rows: list[tuple[Value, ...]] = [
        (seat, answers[seat], units[seat], seconds / _SECONDS_A_MINUTE)
        for seat, seconds in enumerate(plan.seconds_of_seats, 1)
    ]
    columns = (Column("seat"), Column("answers"), Column("segments"), Column("minutes", digits=0))
    return Table(columns, rows, title="Seats", name="seats")


def _what_shows(plan: CampaignPlan, smallest: float | None) -> str:
    protocol = plan.protocols[0]
    if smallest is not None:
        return (
            f"Two systems that differ by {smallest:.1f} points of {protocol.name} are told apart in four campaigns of "
            f"five; smaller differences often stay open.{_whence(plan)}"
        )
    if protocol.outputs[1] > 1:
        return f"{protocol.name} gives an order and no scores, so no smallest difference can be named."
    if not isinstance(protocol, Rating):
        return f"How much answers by {protocol.name} differ is not known yet, so no smallest difference can be named."
    if plan.design.seats < 2:
        return "With one judge nobody can tell what the judge likes from what is better; ask two or more."
    return "No difference between systems can show with so few systems, judges or answers."
