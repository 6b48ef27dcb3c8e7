"""A campaign that somebody is about to make: what was chosen so far, kept for a day, and changed step by step."""

import contextlib
import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import FailFast, Field, field_validator

from mtassay.errors import NotFound, SettingError
from mtassay.settings import did_you_mean
from mtassay.store.work.kept_files import CAMPAIGN_DRAFT, file_content, find_file, forget_file, keep_file
from mtassay.web.system_sets import TextChoices

if TYPE_CHECKING:
    import sqlalchemy as sa

STEPS = {"files": "Files", "protocol": "Protocol", "people": "People", "preview": "Preview as a judge"}
"""The steps that have choices of their own; the links follow them."""

REUSE: dict[str, bool | None] = {"": None, "yes": True, "no": False}
"""Whether what is known is reused; left to the protocol where nobody chose."""

_FIELDS = {
    "files": ("name", "roles", "names"),
    "protocol": (
        *("protocol", "second", "against", "context", "segments", "longest", "where", "originals", "reuse"),
        "questions",
    ),
    "people": ("come", "seats", "judges", "expertise", "overlap", "controls", "guidelines"),
    "preview": (),
}

_SEATS = 4


class CampaignDraft(TextChoices):
    """What was chosen for a campaign. Texts are those of a set of files, or the outputs of runs of the project.

    `second` is a protocol that is asked after the first, `overlap` a share in percent, `judges` has a name a line.
    `come` says whether each judge has a link, or all come by one address. `questions` are a table, as spreadsheets copy
    it.
    """

    project: int = 0
    files: str = ""
    runs: Annotated[list[int], FailFast()] = Field(default_factory=list)
    name: Annotated[str, Field(max_length=200)] = ""
    protocol: Annotated[str, Field(max_length=40)] = "da"
    second: Annotated[str, Field(max_length=40)] = ""
    against: Annotated[str, Field(max_length=40)] = "source"
    context: Annotated[str, Field(max_length=40)] = "none"
    segments: int | None = None
    longest: int = 10
    where: Annotated[str, Field(max_length=2000)] = ""
    originals: Annotated[str, Field(max_length=40)] = "source"
    reuse: Annotated[str, Field(max_length=40)] = ""
    come: Annotated[str, Field(max_length=40)] = "links"
    seats: int | None = None
    judges: Annotated[str, Field(max_length=200_000)] = ""
    expertise: Annotated[str, Field(max_length=40)] = "bilingual"
    overlap: float = 20.0
    controls: Annotated[str, Field(max_length=40)] = "none"
    guidelines: Annotated[str, Field(max_length=200_000)] = ""
    questions: Annotated[str, Field(max_length=1_000_000)] = ""

    @field_validator("segments", "longest", "seats", "overlap", mode="before")
    @classmethod
    def _read_empty(cls, value: object, info: Any) -> object:
        """Forms send a number that nobody wrote as nothing."""
        return cls.model_fields[info.field_name].default if value == "" else value

    @property
    def is_crowd(self) -> bool:
        """Whether strangers come by one address."""
        return self.come == "crowd"

    @property
    def judge_names(self) -> list[str]:
        """The judges of the first seats."""
        return [" ".join(line.split()) for line in self.judges.splitlines() if line.strip()]

    @property
    def seat_count(self) -> int:
        """As many seats as are wanted, and one for every judge that is named; some where nobody said anything."""
        named = len(self.judge_names)
        return max(self.seats if self.seats is not None else _SEATS if not named else 0, named)


def check_step(step: str) -> str:
    """A step that there is."""
    if step not in STEPS:
        raise NotFound(f"there is no step {step[:40]!r}{did_you_mean(step, STEPS)}; there are {', '.join(STEPS)}")
    return step


def after_step(draft: CampaignDraft, step: str, choices: CampaignDraft) -> CampaignDraft:
    """A draft with what was chosen in a step; whatever else is sent along changes nothing."""
    changed = {name: getattr(choices, name) for name in _FIELDS[step]}
    if step == "files" and not draft.files:
        changed = {"name": choices.name}  # runs of the project have their names
    elif step == "files" and len(choices.roles) != len(draft.roles):
        raise SettingError(f"{len(choices.roles)} roles for {len(draft.roles)} texts; give each text one")
    if "name" in changed:
        changed["name"] = " ".join(changed["name"].split())
    if "guidelines" in changed:
        changed["guidelines"] = changed["guidelines"].replace("\r\n", "\n").strip()
    return draft.model_copy(update=changed)


def keep_draft(connection: "sa.Connection", owner: str, draft: CampaignDraft, uid: str | None = None) -> str:
    """Keep a draft for a day from now on, in the place of what was kept under the uid; returns the uid."""
    if uid is not None:
        forget_file(connection, owner, uid)
    content = draft.model_dump_json().encode()
    return keep_file(connection, owner, draft.name or "New campaign", content, CAMPAIGN_DRAFT, uid=uid).uid


def read_draft(connection: "sa.Connection", owner: str, project: int, uid: str) -> CampaignDraft:
    """A draft of a project."""
    with contextlib.suppress(NotFound):  # which would speak of a file
        if find_file(connection, owner, uid).media_type == CAMPAIGN_DRAFT:
            draft = CampaignDraft.model_validate(json.loads(file_content(connection, owner, uid)))
            if draft.project == project:
                return draft
    raise NotFound(
        "there is no such draft of a campaign in this project: it was started, deleted, or is older than a day; look "
        "at the list of campaigns, or begin another"
    )


def forget_draft(connection: "sa.Connection", owner: str, project: int, uid: str) -> None:
    """Throw a draft away."""
    read_draft(connection, owner, project, uid)
    forget_file(connection, owner, uid)
