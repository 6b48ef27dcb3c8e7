"""What the page Compare is asked for: the fields of its address."""

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from pydantic import BaseModel, FailFast, Field

MOST_SYSTEMS = 20
USUAL_METRICS = ("chrf", "bleu", "ter")


class CompareChoice(BaseModel):
    """Which systems, by the numbers of their runs, against which `baseline`, by which metrics.

    `segments` are those with `references`, which metrics need, or `all`, by what people say alone; where nothing is
    said, whatever says more. `job` is the job that compares a large set.
    """

    systems: Annotated[list[int], FailFast(), Field(max_length=MOST_SYSTEMS)] = []
    baseline: int | None = None
    metrics: Annotated[list[str], FailFast(), Field(max_length=100)] = []
    segments: Literal["", "references", "all"] = ""
    job: str = Field("", max_length=64)

    def query(self, **changes: Any) -> str:
        """The same as part of an address, with some fields changed; those that are empty are left away."""
        fields = {**self.model_dump(), **changes}
        return urlencode({name: value for name, value in fields.items() if value not in ("", None, [])}, doseq=True)
