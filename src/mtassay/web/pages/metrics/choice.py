"""What the page of metrics is asked for: the fields of its address."""

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from pydantic import BaseModel, FailFast, Field

from mtassay.errors import SettingError
from mtassay.metaeval.meta import MetaChoices
from mtassay.web.filter_fields import whole_number

USUAL_METRICS = ("bleu", "chrf", "ter")


class MetricsChoice(BaseModel):
    """Which metrics, at which level, of which systems.

    `metric` is the label of the one that the figures below the table are of, the best unless it is there. `outliers`
    leaves out systems far from all others, `top` all but so many of the best. `job` is the job that computes it for a
    large project. People's translations are the references here, so they cannot count as systems.
    """

    metrics: Annotated[list[str], FailFast(), Field(max_length=100)] = []
    level: Literal["", "segment", "system"] = ""
    metric: str = Field("", max_length=200)
    outliers: Literal["", "drop"] = ""
    top: str = Field("", max_length=10)
    job: str = Field("", max_length=64)

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics, without doubles."""
        return tuple(dict.fromkeys(self.metrics)) or USUAL_METRICS

    def asked(self, by: tuple[str, ...]) -> MetaChoices:
        """What the meta-evaluation is asked, with these parts of the test set."""
        top = whole_number(self.top, "The number of best systems")
        if top is not None and top < 2:
            raise SettingError(f"the {top} best systems say nothing of metrics; take 2 or more")
        return MetaChoices(drop_outliers=self.outliers == "drop", top=top, by=by, meanings=None)

    def settled(self) -> dict[str, Any]:
        """What decides the figures: the same for all who ask for the same."""
        return {
            "metrics": list(self.specs),
            "outliers": self.outliers,
            "top": str(whole_number(self.top, "The number of best systems") or ""),
        }

    def query(self, **changes: Any) -> str:
        """The same as part of an address, with some fields changed; those that are empty are left away."""
        fields = {**self.model_dump(), **changes}
        return urlencode({name: value for name, value in fields.items() if value not in ("", None, [])}, doseq=True)
