from campaign_desk import answer_everything, begin, seat_of

from mtassay.store.campaigns.course import course_of
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database


def test_what_is_asked_and_when_it_was_answered(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        begin(connection, project, name="another")
        assert course_of(connection, campaign).moments == ()
        counts = [answer_everything(connection, seat_of(connection, campaign, number)) for number in (1, 2)]
        course = course_of(connection, campaign)
        assert course.systems == ("good", "bad", "odd")
        assert (course.segments, course.documents) == (6, 2)
        assert len(course.moments) == sum(counts)
        assert list(course.moments) == sorted(course.moments)
        exclude_seat(connection, campaign, 1, "left", "manager")
        assert len(course_of(connection, campaign).moments) == counts[1]
