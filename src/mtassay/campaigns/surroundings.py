"""What stands before a segment in its document, whether or not anybody is asked about it too."""

from mtassay.corpus.evalset import EvalSet
from mtassay.human.collection import collapse
from mtassay.store.campaigns.seat_work import CONTEXT_BEFORE


class Surroundings:
    """The documents of a test set: a filter chooses what is asked, and tears no hole into what is read."""

    def __init__(self, evalset: EvalSet) -> None:
        self._evalset = evalset
        self._document: dict[int, list[int]] = {}
        self._place: dict[int, int] = {}
        members: dict[str, list[int]] = {}
        for segment, document in enumerate(evalset.labels.get("document", ())):
            if document:
                own = members.setdefault(document, [])
                self._document[segment], self._place[segment] = own, len(own)
                own.append(segment)

    def before(self, segment: int) -> list[tuple[str, str]]:
        """The sources and first references of the segments right before one, as they are shown."""
        if segment not in self._place:
            return []
        place = self._place[segment]
        sources, references = self._evalset.sources, self._evalset.references
        return [
            (
                "" if sources is None else collapse(sources[earlier]),
                "" if references is None else collapse(references[earlier][0]),
            )
            for earlier in self._document[segment][max(0, place - CONTEXT_BEFORE) : place]
        ]
