"""Rows of a project without the people in them."""

from typing import Any

from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_TASKS, CAMPAIGNS, EXCLUSIONS, SEATS
from mtassay.store.campaigns.uncommented import Uncommented
from mtassay.store.schema import EVENTS, JUDGES, JUDGMENTS, QUEUE_ASSIGNMENTS, QUEUE_JUDGES

_TELLING = ("file", "from")
"""What summaries of events say, and what often has somebody's name in it."""
_MOST_COMMAS = 5
"""In one name."""


class RowPseudonyms:
    """Replaces names everywhere by the same pseudonyms; `names` has those that were given out already."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        names.setdefault("", "")

    def replace(self, rows: dict[str, list[dict[str, Any]]]) -> None:
        """Change rows, by the name of their table, in place."""
        for row in rows[JUDGES.name]:
            row["name"] = self._name(row["name"], "judge")
        for table in (QUEUE_JUDGES, QUEUE_ASSIGNMENTS, SEATS, ANSWERS):
            for row in rows[table.name]:
                row["judge"] = self._name(row["judge"], "judge")
        for row in rows[EVENTS.name]:
            row["who"] = self._name(row["who"], "person")
        # summaries last, when all names are known
        for row in rows[EVENTS.name]:
            row["summary"] = {key: self._summary(value) for key, value in row["summary"].items() if key not in _TELLING}
        chains: dict[str, str] = {}
        rounds: dict[str, str] = {"": ""}
        for row in rows[JUDGMENTS.name]:
            # a digest of a name tells whoever guesses it; the part behind the stroke is drawn at random
            chain, stroke, rest = row["uid"].partition("/")
            row["uid"] = chains.setdefault(chain, f"archived-{len(chains) + 1}") + stroke + rest
            row["round"] = rounds.setdefault(row["round"], f"recheck-archived-{len(rounds)}")
            row["comment"], row["extra"] = "", {}
        for row in rows[EXCLUSIONS.name]:
            row["reason"] = "not told"
        settings = {row["id"]: row["settings"] for row in rows[CAMPAIGNS.name]}
        asked = {row["id"]: (row["campaign"], row["protocol"]) for row in rows[CAMPAIGN_TASKS.name]}
        uncommented = Uncommented()
        for row in rows[ANSWERS.name]:
            campaign, place = asked[row["task"]]
            row["body"] = uncommented.body(campaign, settings[campaign], place, row["body"])
            row["comment"] = ""  # its uid was drawn at random and tells nothing

    def _name(self, name: str, kind: str) -> str:
        return self._names.setdefault(name, f"{kind}{len(self._names)}")

    def _summary(self, value: Any) -> Any:
        """A name, or names joined by commas as those who deal out a queue are."""
        if not isinstance(value, str):
            return value
        if value in self._names:
            return self._names[value]
        parts, shown, place = value.split(", "), [], 0
        while place < len(parts):
            # the longest first: a name may hold commas itself
            ends = range(min(len(parts), place + _MOST_COMMAS + 1), place, -1)
            end = next((end for end in ends if ", ".join(parts[place:end]) in self._names), place + 1)
            part = ", ".join(parts[place:end])
            shown.append(self._names.get(part, part))
            place = end
        return ", ".join(shown)
