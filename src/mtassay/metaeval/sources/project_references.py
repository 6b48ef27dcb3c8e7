"""References that a project holds itself: people's translations, else translations that people judged perfect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import sqlalchemy as sa

from mtassay.human.collection import collapse
from mtassay.human.memory import Memory
from mtassay.human.references import reference_targets
from mtassay.store.campaigns.references import campaign_references
from mtassay.store.contents.projects import Project


@dataclass(frozen=True, kw_only=True)
class References:
    """References by the texts of their sources.

    Those `by_people` serve all outputs. `judged` ones are references only because people found them perfect, so an
    output is never compared with itself: that would count its judgment twice. `systems` are those whose outputs serve.
    """

    by_people: Mapping[str, Sequence[str]] = field(default_factory=dict)
    judged: Mapping[str, Sequence[str]] = field(default_factory=dict)
    systems: frozenset[str] = frozenset()
    origin: str | None = None

    def of(self, source: str, output: str) -> tuple[str, ...]:
        """Those that an output is compared with; none where it is one of them by its own judgment."""
        known = self.by_people.get(source, ())
        if known:
            return tuple(known)
        perfect = self.judged.get(source, ())
        return () if output in perfect else tuple(perfect)

    def words(self, sources: Sequence[str]) -> str:
        """What serves, of which sources, as a note."""
        human = sum(bool(self.by_people.get(source)) for source in sources)
        perfect = sum(bool(self.judged.get(source)) and not self.by_people.get(source) for source in sources)
        said = []
        if human:
            origin = f"the outputs of {', '.join(sorted(self.systems))}" if self.systems else "those of campaigns"
            said.append(f"{human} have people's translations ({origin})")
        if perfect:
            said.append(f"{perfect} have translations that were judged perfect and that not these systems alone made")
        if not said:
            return ""
        return f"References are the project's own: of {len(sources)} sources {', and '.join(said)}."


def project_references(
    connection: sa.Connection, project: Project, memory: Memory, people: Sequence[str], systems: Sequence[str]
) -> References:
    """What can serve: outputs of `people` among the systems, references of campaigns; else what was judged perfect.

    Of the latter those count that not the judged `systems` alone produced, as on every page that needs references.
    """
    by_people = {source: list(texts) for source, texts in campaign_references(connection, project).items()}
    serving = set()
    for outputs in {outputs.system: outputs for outputs in memory.outputs if outputs.system in people}.values():
        for source, target in zip(outputs.source.tolist(), outputs.target.tolist(), strict=True):
            if target < 0:
                continue
            texts = by_people.setdefault(memory.sources[source], [])
            if memory.targets[target] not in texts:
                texts.append(memory.targets[target])
        serving.add(outputs.system)
    judged: dict[str, list[str]] = {}
    for target in np.flatnonzero(reference_targets(memory, [name for name in systems if name not in serving])).tolist():
        judged.setdefault(memory.sources[int(memory.source_of[target])], []).append(memory.targets[target])
    return References(
        by_people=by_people,
        judged=judged,
        systems=frozenset(serving),
        origin=f"{project.name}@{memory.revision}",
    )


def given_references(references: Mapping[str, Sequence[str]]) -> References:
    """References from elsewhere, by sources."""
    return References(by_people={collapse(source): list(texts) for source, texts in references.items()})
