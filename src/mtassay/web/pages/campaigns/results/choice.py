"""What the results of a campaign are asked for: the fields of an address, and what they mean."""

from dataclasses import dataclass
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from mtassay.errors import SettingError
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.human.filters import parse_day
from mtassay.human.results.ranking_results import METHODS
from mtassay.settings import did_you_mean
from mtassay.web.filter_fields import whole_number

_METHOD = "bradley-terry"
USUAL_METRICS = ("chrf", "bleu", "ter")
"""The metrics that stand beside people at one click; an address may name any that is offered in the browser."""


class ResultsChoice(BaseModel):
    """Which answers are meant; what is empty asks for nothing.

    `protocol` is one of the campaign's, `by` the method that ranks systems where people rank, `metric` what stands
    beside people. `without` are judges who
    are left out, and `excluded` says that those whom the manager excluded count too. `shortest` and `longest` are
    words of the source.
    """

    protocol: str = Field("", max_length=40)
    by: str = Field(_METHOD, max_length=40)
    metric: str = Field(USUAL_METRICS[0], max_length=200)
    system: list[str] = Field(default_factory=list, max_length=100)
    without: list[str] = Field(default_factory=list, max_length=200)
    document: str = Field("", max_length=1000)
    domain: str = Field("", max_length=1000)
    shortest: str = Field("", max_length=19)
    longest: str = Field("", max_length=19)
    expertise: str = Field("", max_length=40)
    language: str = Field("", max_length=40)
    since: str = Field("", max_length=10)
    until: str = Field("", max_length=10)
    excluded: bool = False

    @property
    def filter(self) -> AnswerFilter:
        """What the conditions mean; an InputError or SettingError for what means nothing."""
        if self.by not in METHODS:
            raise SettingError(
                f"there is no method {self.by!r}{did_you_mean(self.by, METHODS)}; take {', '.join(METHODS)}"
            )
        return AnswerFilter(
            systems=tuple(self.system),
            without=tuple(self.without),
            documents=(self.document,) if self.document else (),
            domains=(self.domain,) if self.domain else (),
            words=(whole_number(self.shortest, "The least words"), whole_number(self.longest, "The most words")),
            expertise=self.expertise,
            language=self.language,
            since=parse_day(self.since),
            until=parse_day(self.until),
        )

    def query(self, **changes: object) -> str:
        """The same as part of an address, with some fields changed; those that are empty are left away."""
        fields = {**self.model_dump(), **changes}
        if fields["by"] == _METHOD:
            del fields["by"]
        if fields["metric"] == USUAL_METRICS[0]:
            del fields["metric"]
        return urlencode({name: value for name, value in fields.items() if value}, doseq=True)


@dataclass(frozen=True)
class ResultsChip:
    """A condition in words, and the address of the page without it."""

    label: str
    value: str
    without: str


def results_chips(choice: ResultsChoice, names: dict[str, str]) -> list[ResultsChip]:
    """The conditions that are chosen, judges by their names."""
    days = " to ".join(day or "…" for day in (choice.since, choice.until))
    words = " to ".join(count or "…" for count in (choice.shortest, choice.longest))
    chips = [
        (bool(choice.system), "systems", ", ".join(choice.system), ("system",)),
        (bool(choice.without), "without", ", ".join(names.get(judge, judge) for judge in choice.without), ("without",)),
        (bool(choice.document), "document", choice.document, ("document",)),
        (bool(choice.domain), "domain", choice.domain, ("domain",)),
        (bool(choice.shortest or choice.longest), "words of the source", words, ("shortest", "longest")),
        (bool(choice.expertise), "expertise", choice.expertise, ("expertise",)),
        (bool(choice.language), "original language", choice.language, ("language",)),
        (bool(choice.since or choice.until), "answered", days, ("since", "until")),
        (choice.excluded, "with", "excluded judges", ("excluded",)),
    ]
    return [
        ResultsChip(label, value, choice.query(**dict.fromkeys(fields)))
        for is_chosen, label, value, fields in chips
        if is_chosen
    ]
