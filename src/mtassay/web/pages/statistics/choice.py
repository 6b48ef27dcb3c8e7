"""What the page of statistics is asked for: the fields of its address, and what they mean."""

from dataclasses import dataclass
from urllib.parse import urlencode

from pydantic import Field

from mtassay.web.filter_fields import FilterFields, whole_number


class StatisticsChoice(FilterFields):
    """A filter, and the `revision` as of which figures are wanted.

    `source` is the number of the one whose information items are wanted, `job` the job that computes what takes long.
    """

    revision: str = Field("", max_length=20)
    source: str = Field("", max_length=20)
    job: str = Field("", max_length=64)

    @property
    def revision_number(self) -> int | None:
        """The revision as of which figures are wanted, None for the present."""
        return whole_number(self.revision, "The revision")

    @property
    def source_number(self) -> int | None:
        """The source whose items are wanted."""
        return whole_number(self.source, "The source")

    def query(self, **changes: str) -> str:
        """The same as part of an address, with some fields changed; those that are empty are left away."""
        fields = {**self.model_dump(), **changes}
        return urlencode({name: value for name, value in fields.items() if value})


@dataclass(frozen=True)
class Chip:
    """A condition: what it is of, its value, and the fields that hold it."""

    label: str
    value: str
    fields: list[str]


def chips(choice: StatisticsChoice) -> list[Chip]:
    """The conditions that are chosen, in words."""
    thirds = {"hard": "hardest third", "middle": "middle third", "easy": "easiest third"}
    all_chips = [
        Chip("search", choice.search.strip(), ["search"]),
        Chip("system", choice.system, ["system"]),
        Chip("judge", choice.judge, ["judge"]),
        Chip("document", choice.document, ["document"]),
        Chip("sources", thirds.get(choice.difficulty, ""), ["difficulty"]),
        Chip("contains", choice.text.strip(), ["text"]),
        Chip("score", _span(choice.lowest, choice.highest), ["lowest", "highest"]),
        Chip("state", {"yes": "judged", "no": "not judged"}.get(choice.judged, ""), ["judged"]),
        Chip("judged", _span(choice.since, choice.until), ["since", "until"]),
    ]
    return [chip for chip in all_chips if chip.value]


def _span(low: str, high: str) -> str:
    if low and high:
        return f"{low} to {high}"
    return f"from {low}" if low else f"up to {high}" if high else ""
