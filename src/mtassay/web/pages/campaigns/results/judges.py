"""The judges of a campaign beside its results: names, controls, and who was excluded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mtassay.campaigns.controls.seat_checks import SeatCheck
from mtassay.human.results.judge_figures import JudgeFigures
from mtassay.store.campaigns.progress import SeatProgress


@dataclass(frozen=True, kw_only=True)
class JudgeView:
    """A judge: `name` for people, `key` as filters have it. `reason` is why somebody was excluded."""

    key: str
    name: str
    answers: int
    severity: float | None
    seconds: float | None
    seconds_a_word: float | None
    verdict: str
    pairs: int | None
    reason: str


class Judges:
    """The judges of a campaign, by what results call them, and what controls say of them."""

    def __init__(self, seats: Sequence[SeatProgress], checks: Mapping[int, SeatCheck]) -> None:
        self._seats = {f"seat {seat.number}": seat for seat in seats}
        self._checks = {f"seat {number}": check for number, check in checks.items()}
        self.names: dict[str, str] = {key: seat.judge or f"Seat {seat.number}" for key, seat in self._seats.items()}
        self.excluded: dict[str, str] = {key: seat.reason for key, seat in self._seats.items() if seat.reason}

    def name(self, key: str) -> str:
        """What people call a judge."""
        return self.names.get(key, key)

    def view(self, judge: JudgeFigures) -> JudgeView:
        """A judge who has answered."""
        check = self._checks.get(judge.judge)
        return JudgeView(
            key=judge.judge,
            name=self.name(judge.judge),
            answers=judge.answers,
            severity=judge.severity,
            seconds=judge.seconds,
            seconds_a_word=judge.seconds_a_word,
            verdict="" if check is None else check.verdict.verdict.value,
            pairs=None if check is None else check.verdict.pairs,
            reason=self.excluded.get(judge.judge, ""),
        )

    def left_out(self, shown: Sequence[JudgeView]) -> list[JudgeView]:
        """Those whom the manager excluded and whose answers do not count here."""
        counted = {judge.key for judge in shown}
        return [
            JudgeView(
                key=key,
                name=self.name(key),
                answers=self._seats[key].work_done,
                severity=None,
                seconds=self._seats[key].seconds,
                seconds_a_word=None,
                verdict="",
                pairs=None,
                reason=reason,
            )
            for key, reason in self.excluded.items()
            if key not in counted
        ]
