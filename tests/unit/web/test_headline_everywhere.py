"""The headline of a system: the same on every page, in the API and at the terminal."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
import sqlalchemy as sa
from answering import answer
from click.testing import CliRunner
from new_system import NEW, NewSystem, fill

from mtassay.cli.main import cli
from mtassay.estimation.sampling.current_estimate import find_current_estimate
from mtassay.estimation.sampling.drawn_queue import predict_run, store_queue
from mtassay.estimation.sampling.headline import Headline, headline
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.memory.stored_memory import ProjectHistory, load_memory
from mtassay.web.rendering import environment


def judge(connection: sa.Connection, new: NewSystem, count: int) -> None:
    """Draw the queue and judge its first items, each with 7."""
    queue = store_queue(connection, new.project, predict_run(load_memory(connection, new.project), NEW), 3, "anna")
    for item in queue.items[:count]:
        answer(connection, new.project, item.target, "anna", 7, system=NEW)


def found(database: Database, new: NewSystem) -> Headline:
    with database.reading() as connection:
        past = ProjectHistory(connection, new.project)
        stored = past.memory(latest(connection, new.project.id))
        return headline(find_current_estimate(connection, new.project, past, stored, NEW))


@pytest.mark.parametrize("judged", [0, 8, 40])
@pytest.mark.parametrize("systems", [3, 6])
def test_it_is_the_same_everywhere(
    database: Database, open_site: Callable[[str], Any], systems: int, judged: int
) -> None:
    with database.writing() as connection:
        new = fill(connection, systems=systems)
        if judged:
            judge(connection, new, judged)
    line = found(database, new)
    as_json = {
        "method": line.method,
        "sser": pytest.approx(line.sser),
        "low": line.low,
        "high": line.high,
        "reason": line.reason,
        "suggested": line.suggested,
    }
    site = open_site(database.location)
    base = f"/projects/{new.project.id}"

    def ask(address: str) -> Any:
        return site.program().get(f"/api/v1{address}").json()

    def text(address: str) -> str:
        page = re.sub(r"<(script|style).*?</\1>", "", site.browser().get(address).text, flags=re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())

    (run,) = [one for one in ask(f"{base}/sets")["sets"] if one["system"] == NEW]
    assert run["headline"] == as_json
    one_set = ask(f"{base}/sets/{run['run_id']}")
    assert one_set["set"]["headline"] == as_json
    assert {name: one_set["certainty"][name] for name in as_json} == as_json
    (row,) = [one for one in ask(base)["figures"]["runs"] if one["system"] == NEW]
    assert row["headline"] == as_json

    rate = f"{line.sser:.1f}"
    page = text(f"{base}/sets/{run['run_id']}")
    assert f"SSER, {line.method}; lower is better {rate}" in page
    assert f"eSSER, of {run['scored']} of 40 outputs {run['esser']:.1f}" in page
    assert page.index("SSER, ") < page.index("eSSER, ")
    for other in (text(f"{base}/sets"), text(base)):
        assert re.search(rf"\b{NEW} .*?{re.escape(rate)}", other)
        assert line.method in other
    if line.low is None:
        assert f"no interval yet: judge {line.suggested} outputs for ± 1 point" in page
        assert f"judge {line.suggested}" in text(base)

    environment = {"MTASSAY_DB": database.location, "COLUMNS": "500"}
    said = CliRunner().invoke(cli, ["db", "estimate", NEW, "--format", "json", "--segments", "0"], env=environment)
    (told,) = json.loads(said.stdout)["Systems"]
    assert (told["method"], told["suggested"]) == (line.method, line.suggested)
    assert (told["low"] is None) == (line.low is None)
    said = CliRunner().invoke(cli, ["db", "estimate", NEW], env=environment)
    assert f"{line.sser:.2f}" in said.stdout
    assert line.advice in said.stdout


def test_pages_do_not_take_equal_ends_for_judged() -> None:
    show = environment().from_string("{% import 'parts/headlines.html' as headlines %}{{ headlines.words(line) }}")
    cut = Headline(method="certified", sser=0.0, low=0.0, high=0.0, reason="", suggested=9)
    assert show.render(line=cut).strip() == "0.0 to 0.0"
    assert show.render(line=replace(cut, method="judged", suggested=0)).strip() == "every output was judged"
