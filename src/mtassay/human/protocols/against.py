"""What an output is held against while people judge it: its source, a reference, or both."""

from dataclasses import dataclass

from mtassay.human.protocols.base import Protocol
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Against(Protocol):
    """A protocol that leaves the choice to whoever plans."""

    against: str = setting(
        "source", "what judges hold outputs against", choices=("source", "reference", "both"), hide_default=False
    )

    @property
    def shows_source(self) -> bool:
        return self.against != "reference"

    @property
    def shows_reference(self) -> bool:
        return self.against != "source"
