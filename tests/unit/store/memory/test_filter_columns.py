"""What filters ask for beside a memory."""

import numpy as np
import small_memory
from answering import judge_first_target

from mtassay.human.filters import parse_search
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.database import Database
from mtassay.store.memory.filter_columns import project_columns
from mtassay.store.memory.stored_memory import load_memory


def test_judgments_that_came_after_the_columns_were_read_have_no_day(database: Database, project: Project) -> None:
    chosen = parse_search("date:2020-01-01..")
    with database.writing() as connection:
        hotel = small_memory.fill(connection)
    judge_first_target(database, hotel.id, "zoe")
    with database.reading() as connection:
        stored = load_memory(connection, hotel)
        columns = project_columns(connection, hotel, stored, chosen)
    judge_first_target(database, hotel.id, "ben")
    with database.reading() as connection:
        newer = load_memory(connection, project_of(connection, hotel.id))
        unjudged = project_columns(connection, project, load_memory(connection, project), chosen)
    times = columns.of(stored).judged_at
    assert np.isfinite(times).sum() == 1
    later = columns.of(newer).judged_at
    assert len(later) == len(newer.judgment_ids)
    assert np.isfinite(later).sum() == 1
    assert chosen.mask(newer.memory, columns.of(newer)).sum() == 1
    assert not chosen.mask(newer.memory, unjudged.of(newer)).any()
