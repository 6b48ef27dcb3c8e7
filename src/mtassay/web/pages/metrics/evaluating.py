"""The meta-evaluation of a project as its page shows it: the same as `mtassay meta --db`."""

from typing import TYPE_CHECKING

from mtassay.evaluation.run import Progress
from mtassay.metaeval.by_parts import DIFFICULTY, LENGTH
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.meta import meta_evaluate
from mtassay.metaeval.result import MetaEvaluation
from mtassay.metaeval.sources.project import judged_from_memory
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import StoredMemory
from mtassay.web.figures import is_quick
from mtassay.web.metric_choice import choose_metrics, takes_long
from mtassay.web.pages.metrics.choice import MetricsChoice
from mtassay.web.serving.notes import notes

if TYPE_CHECKING:
    import sqlalchemy as sa

_DOCUMENT = "document"
_MOST_DOCUMENTS = 12


def count_outputs(stored: StoredMemory) -> int:
    """How many outputs metrics would score."""
    return sum({outputs.system: len(outputs) for outputs in stored.memory.outputs}.values())


def is_quick_to_evaluate(stored: StoredMemory, choice: MetricsChoice) -> bool:
    """Whether somebody can wait for it: few outputs, and metrics that do not take long on texts like these."""
    if not is_quick(count_outputs(stored) * len(choice.specs)):
        return False
    memory = stored.memory
    runs = {outputs.system: outputs for outputs in memory.outputs}.values()
    texts = [memory.targets[target] for outputs in runs for target in outputs.target.tolist() if target >= 0]
    return not takes_long(((text, text) for text in texts), choose_metrics(choice.specs))


def evaluate_project(
    connection: "sa.Connection",
    project: Project,
    stored: StoredMemory,
    choice: MetricsChoice,
    progress: Progress | None = None,
) -> MetaEvaluation:
    """How far metrics agree with all that people judged as of a revision."""
    with notes():  # of choices that metrics make; the page shows their signatures
        judged = judged_from_memory(connection, project, stored.memory, choose_metrics(choice.specs), progress=progress)
        return meta_evaluate(judged, choice.asked(parts_of_page(judged)))


def parts_of_page(judged: Judged) -> tuple[str, ...]:
    """What divides the test set in the heat map: documents only where they are few enough to be read."""
    if judged.size < 2 or len(judged.systems) < 2:
        return ()
    documents = set(judged.labels.get(_DOCUMENT, ()))
    return (LENGTH, DIFFICULTY, *([_DOCUMENT] if 1 < len(documents) <= _MOST_DOCUMENTS else []))
