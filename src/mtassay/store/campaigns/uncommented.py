"""Answers of campaigns without what judges wrote freely in them."""

from collections.abc import Mapping
from typing import Any

from mtassay.errors import MtassayError
from mtassay.human.protocols.base import Body, Protocol
from mtassay.human.protocols.spans import without_notes
from mtassay.store.campaigns.campaigns import protocols_of


class Uncommented:
    """Takes comments out of the bodies of answers, by the protocols of their campaigns."""

    def __init__(self) -> None:
        self._protocols: dict[int, tuple[Protocol, ...]] = {}

    def body(self, campaign: int, settings: Mapping[str, Any], place: int, body: Body) -> Body:
        """A body without comments; `place` is that of its protocol in the campaign with these settings."""
        if campaign not in self._protocols:
            try:
                self._protocols[campaign] = protocols_of(settings)
            except MtassayError:
                self._protocols[campaign] = ()
        known = self._protocols[campaign]
        # of what a newer version asked, notes at least are known
        return known[place].without_comments(body) if place < len(known) else without_notes(body)
