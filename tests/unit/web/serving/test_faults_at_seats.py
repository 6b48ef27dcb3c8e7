"""Judges at seats and a real server, on both databases: whatever happens, an answer is stored once or refused."""

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa
from workbench import Workbench

from mtassay.campaigns.handing_over import add_seats, release_seats
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.links import begin_seat_session, make_links
from mtassay.store.campaigns.seat_work import open_seat, seat_tasks
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.web.safety.secret import csrf_token, read_secret
from mtassay.web.seat_numbers import CARDS
from mtassay.web.serving.configuration import Configuration

SEATS = 4
TEXTS = EvalSet(
    sources=[f"Satz {number}" for number in range(10)],
    systems={name: [f"{name} {number}" for number in range(10)] for name in ("first", "second", "third")},
)


class JudgeOfSeat:
    """A browser at a seat, known to the server by its session."""

    def __init__(self, site: "Site", session: str) -> None:
        url = site.server.url
        self._csrf = csrf_token(read_secret(site.server.folder / "secret"), session)
        cookie = Configuration(site.server.location, port=site.server.port).seat_cookie
        headers = {"Cookie": f"{cookie}={session}", "Origin": url, "Accept": "application/json"}
        self.client = httpx2.Client(base_url=url, headers=headers, timeout=30)

    def answer(self, place: int, token: str, score: int = 50) -> httpx2.Response:
        form = {"csrf": self._csrf, "target": str(place * CARDS), "token": token, "score": str(score)}
        return self.client.post("/seat/answer", data=form)

    def ask(self, place: int) -> httpx2.Response:
        return self.client.get(f"/seat/question?ahead={place * CARDS}")


class Site:
    """A server in a process of its own, and a campaign each of whose tasks two of its seats have."""

    def __init__(self, folder: Path, location: str) -> None:
        self.database = Database(location)
        plan = plan_campaign(TEXTS, Design(protocols=("da",), seats=SEATS, overlap=1.0))
        with self.database.writing() as connection:
            project = add_project(connection, "talks", "manager")
            self.campaign = begin_campaign(connection, project, "talks", TEXTS, plan, "manager")
            set_state(connection, self.campaign, CampaignState.RUNNING, "manager")
            self.links = make_links(connection, campaign_of(connection, self.campaign.id), None, "manager")
            self.places = {
                link.seat: [task.place for task in seat_tasks(connection, open_seat(connection, link.seat))]
                for link in self.links
            }
        workers = () if self.database.is_sqlite else ("--workers", "2")
        self.server = Workbench(folder, *workers, location=location).start()
        self.judges: list[JudgeOfSeat] = []

    def sit_down(self, seat: int) -> JudgeOfSeat:
        """Another browser at a seat."""
        with self.database.writing() as connection:
            session = begin_seat_session(connection, self.links[seat - 1].token)
        self.judges.append(JudgeOfSeat(self, session))
        return self.judges[-1]

    def stored(self) -> Counter[str]:
        """How often each token is there."""
        with self.database.reading() as connection:
            return Counter(connection.scalars(sa.select(ANSWERS.c.uid)))

    def asked_and_answered(self) -> Counter[tuple[int, int]]:
        """How many answers each task of a seat has."""
        with self.database.reading() as connection:
            return Counter(map(tuple, connection.execute(sa.select(ANSWERS.c.seat, ANSWERS.c.task))))  # type: ignore[arg-type]


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path, new_database: Callable[[str], str]) -> Iterator[Site]:
    site = Site(tmp_path, new_database(request.param))
    yield site
    for judge in site.judges:
        judge.client.close()
    site.server.stop()
    assert faults(site.database) == ()
    site.database.close()
    assert "Traceback" not in site.server.log, site.server.log


def test_what_is_sent_twice_at_once_is_stored_once(site: Site) -> None:
    seat = site.links[0].seat
    one, other = site.sit_down(1), site.sit_down(1)
    first, second, *rest = site.places[seat]
    # pressed twice: the same token from one page, and from another one that has the same queue
    token = secrets.token_hex(16)
    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(lambda judge: judge.answer(first, token), (one, other) * 4))
    assert {answer.status_code for answer in sent} == {200}
    assert sum(answer.json()["is_new"] for answer in sent) == 1
    assert len({answer.json()["judgment"] for answer in sent}) == 1
    # two machines: each has its own answer to the same question, and one of them is told of the other's
    with ThreadPoolExecutor(4) as pool:
        said = list(
            pool.map(
                lambda judge, score: judge.answer(second, secrets.token_hex(16), score), (one, other) * 2, (1, 2, 3, 4)
            )
        )
    assert sorted(answer.status_code for answer in said) == [200, 409, 409, 409]
    winner = next(answer.json()["judgment"] for answer in said if answer.status_code == 200)
    told = [answer.json()["error"]["details"]["stored"]["judgment"] for answer in said if answer.status_code == 409]
    assert set(told) == {winner}
    # all that waited while there was no connection, sent in order by two windows that both have it
    waiting = [(place, secrets.token_hex(16)) for place in rest]
    assert len(waiting) == 13

    def send_all(judge: JudgeOfSeat) -> list[httpx2.Response]:
        return [judge.answer(place, token) for place, token in waiting]

    with ThreadPoolExecutor(2) as pool:
        receipts = [answer for answers in pool.map(send_all, (one, other)) for answer in answers]
    assert {answer.status_code for answer in receipts} == {200}
    assert sum(answer.json()["is_new"] for answer in receipts) == len(waiting)
    assert set(site.stored().values()) == set(site.asked_and_answered().values()) == {1}
    assert sum(site.stored().values()) == len(site.places[seat])


def test_under_load_none_is_lost_and_none_doubled_while_the_manager_changes_everything(site: Site) -> None:
    """Judges at two machines each; work is released, seats come, and the campaign pauses, goes on and ends."""
    acknowledged: list[str] = []
    refused: Counter[tuple[int, bool]] = Counter()
    lock = threading.Lock()

    def work(judge: JudgeOfSeat, places: list[int]) -> None:
        for place in places:
            question = judge.ask(place)
            assert question.status_code == 200, question.text
            token = secrets.token_hex(16)
            saved = judge.answer(place, token)
            with lock:
                if saved.status_code == 200:
                    acknowledged.append(token)
                else:
                    details = saved.json()["error"].get("details", {})
                    refused[saved.status_code, bool(details.get("closed"))] += 1

    def manage() -> None:
        for change in (
            lambda connection: set_state(connection, now(connection), CampaignState.PAUSED, "manager"),
            lambda connection: release_seats(connection, now(connection), [1], "manager"),
            lambda connection: add_seats(connection, now(connection), ["late"], "manager"),
            lambda connection: set_state(connection, now(connection), CampaignState.RUNNING, "manager"),
            lambda connection: release_seats(connection, now(connection), [2, 3], "manager"),
        ):
            time.sleep(0.1)
            with site.database.writing() as connection:
                change(connection)
        end = time.monotonic() + 60
        while len(acknowledged) < 40 and time.monotonic() < end:
            time.sleep(0.005)
        with site.database.writing() as connection:
            set_state(connection, now(connection), CampaignState.CLOSED, "manager")

    def now(connection: sa.Connection):  # type: ignore[no-untyped-def]
        return campaign_of(connection, site.campaign.id)

    with ThreadPoolExecutor(2 * SEATS + 1) as pool:
        managing = pool.submit(manage)
        working = []
        for number, link in enumerate(site.links, 1):
            places = site.places[link.seat]
            # both begin at other ends, and meet
            working += [pool.submit(work, site.sit_down(number), order) for order in (places, places[::-1])]
        for done in (managing, *working):
            done.result(timeout=120)
    assert Counter(acknowledged) == site.stored()
    assert set(site.asked_and_answered().values()) == {1}
    # the second of two machines is told of the first; after the end all are told of it
    assert set(refused) <= {(409, False), (409, True)}
    assert refused[409, True]
    assert site.sit_down(1).answer(1, secrets.token_hex(16)).status_code == 409


def test_a_server_that_is_killed_while_seats_answer_loses_and_doubles_nothing(site: Site) -> None:
    """Judges go on handing in until they are told that an answer is stored, as their pages do."""
    acknowledged: set[str] = set()
    ended = threading.Event()

    def work(judge: JudgeOfSeat, places: list[int]) -> None:
        for place in places:
            token = secrets.token_hex(16)
            while not ended.is_set():
                try:
                    saved = judge.answer(place, token)
                except httpx2.TransportError:
                    time.sleep(0.02)
                    continue
                assert saved.status_code == 200, saved.text
                acknowledged.add(token)
                break

    with ThreadPoolExecutor(SEATS) as pool:
        working = [
            pool.submit(work, site.sit_down(number), site.places[link.seat])
            for number, link in enumerate(site.links, 1)
        ]
        try:
            end = time.monotonic() + 120
            while len(acknowledged) < 20 and time.monotonic() < end:
                time.sleep(0.002)
            site.server.kill()
            assert set(acknowledged) <= set(site.stored())  # before anybody asks again
            site.server.start()
            for done in working:
                done.result(timeout=120)
        finally:
            ended.set()
    assert site.stored() == Counter(acknowledged)
    assert len(acknowledged) == sum(map(len, site.places.values())) == 60
    assert set(site.asked_and_answered().values()) == {1}
