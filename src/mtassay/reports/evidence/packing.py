"""Packs a campaign of the database: the same bytes for the same revision."""

import sqlalchemy as sa

from mtassay import __version__
from mtassay.reports.evidence.contents import PackContents, PackedSeat, read_contents, write_contents
from mtassay.reports.evidence.derived import derived_files
from mtassay.store.archives.packed_files import pack_files
from mtassay.store.campaigns.all_answers import campaign_items, stored_answers
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.contents.projects import project_of
from mtassay.store.history.events import latest


def evidence_pack(connection: sa.Connection, campaign: StoredCampaign) -> bytes:
    """One ZIP with methods, campaign, guidelines, texts, answers, results, exports and checksums."""
    project = project_of(connection, campaign.project)
    contents = PackContents(
        campaign=campaign,
        written_by=__version__,
        revision=latest(connection, project.id),
        source_language=project.source_language,
        target_language=project.target_language,
        seats=tuple(
            PackedSeat(seat.number, seat.expertise, seat.work_asked, seat.work_done, seat.reason)
            for seat in seat_progress(connection, campaign)
        ),
        items=tuple(campaign_items(connection, campaign).values()),
        answers=tuple(stored_answers(connection, campaign, with_controls=True)),
    )
    files = write_contents(contents)
    # of what was written, as whoever verifies it has no more
    return pack_files({**files, **derived_files(read_contents(files, campaign.name))})
