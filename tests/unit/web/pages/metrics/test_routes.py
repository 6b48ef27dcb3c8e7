"""Metrics of a project: the figures of the command, live, in files, and by a job where it takes long."""

import json
import re
from pathlib import Path
from typing import Any

import campaign_desk
import numpy as np
import pytest
import small_memory
from answering import answer
from done_jobs import do_jobs
from new_system import fill
from processes import run

from mtassay.campaigns.taking import take_campaign
from mtassay.comparison.compare import compare
from mtassay.corpus.evalset import EvalSet
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.metaeval.differences import read_meanings
from mtassay.reports.results.metaeval.meaning import meaning_lines
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import add_project, project_of
from mtassay.store.memory.stored_memory import load_memory
from mtassay.web import figures

HOSTILE = "<script>alert(1)</script>"


def add_references(connection, project) -> None:
    """A person's translation of each source, near the best output."""
    memory = load_memory(connection, project).memory
    best = [
        memory.targets[int(start + np.nanargmax(memory.scores[start:stop]))]
        for start, stop in zip(memory.offsets[:-1], memory.offsets[1:], strict=True)
    ]
    texts = [f"{text} indeed" for text in best]
    add_outputs(connection, project, "refA", texts, "anna", sources=list(memory.sources))


@pytest.fixture
def site(local):
    """Eight judged systems, a new one, and references."""
    with local.database.writing() as connection:
        add_references(connection, fill(connection, systems=8, sources=24, name=HOSTILE).project)
    return local


def ask(site, query: str = "", project: int = 1) -> dict[str, Any]:
    got = site.program().get(f"/api/v1/projects/{project}/metrics?{query}")
    assert got.status_code == 200, got.text
    found: dict[str, Any] = got.json()
    return found


def values_of(level: dict[str, Any]) -> dict[str, float]:
    return {row["label"]: row["value"] for row in level["rows"] if row["value"] is not None}


def command(site, *arguments: str) -> str:
    path = site.configuration.location
    done = run("meta", "-q", "--db", path, "-m", "bleu", "-m", "chrf", "-m", "ter", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_figures_are_those_of_the_command(site) -> None:
    page = ask(site)
    assert page["problem"] == ""
    assert (len(page["figures"]["systems"]), page["figures"]["pairs"]) == (8, 28)
    told = json.loads(command(site, "--by", "difficulty", "-f", "json"))
    of_command = {(row["statistic"], row["metric"]): row for row in told["metrics"]}
    levels = {level["level"]: level for level in page["figures"]["levels"]}
    for level, statistic in (("segment", "kendall"), ("system", "pearson")):
        for row in levels[level]["rows"]:
            if row["rank"] is None:
                continue
            wanted = of_command[statistic, row["label"]]
            keys = ("value", "value low", "value high", "rank", "cluster")
            assert [row[key.removeprefix("value ")] for key in keys] == pytest.approx([wanted[key] for key in keys])
            assert row["accuracy"] == pytest.approx(of_command["acc-eq", row["label"]]["value"])
            right = of_command["pairwise-accuracy", row["label"]]["value"]
            assert row["right_pairs"] == round(28 * right)
            assert row["is_error"] == (row["label"] == "TER")
    constant = next(row for row in levels["segment"]["rows"] if row["label"] == "a constant")
    assert constant["accuracy"] == pytest.approx(of_command["acc-eq", "a constant"]["value"])
    parts = {(row["metric"], row["part"]): row["value"] for row in told["parts"] if row["statistic"] == "kendall"}
    names = [column["name"] for column in page["figures"]["heat_columns"]]
    for row in page["figures"]["heat_rows"]:
        shown = dict(zip(names, (cell["value"] for cell in row["cells"]), strict=True))
        assert shown["hard"] == pytest.approx(parts[row["label"], "hard"])
        assert shown["all"] == pytest.approx(values_of(levels["segment"])[row["label"]])


def test_the_page_shows_table_scatter_curve_and_heat_map(site) -> None:
    text = site.browser().get("/projects/1/metrics").text
    assert "<script>alert" not in text
    assert "style=" not in text
    assert 'href="/projects/1/metrics" aria-current="page"' in text
    best = ask(site)["metric"]
    for title in (
        "Agreement with people",
        f"Systems by {best}",
        f"What a difference in {best} means",
        "Where a metric",
    ):
        assert title in text
    assert text.count('class="pt base"') == len(ask(site)["curve"]["shares"])
    assert 'data-refresh="30"' in text
    systems = site.browser().get("/projects/1/metrics?level=system&metric=BLEU").text
    assert "Systems by BLEU" in systems
    assert "Soft pairs right" in systems


def judge_some(site) -> None:
    """Judge outputs of the first system as useless."""
    with site.database.writing() as connection:
        project = project_of(connection, 1)
        stored = load_memory(connection, project)
        for target in stored.memory.outputs[0].target[:12].tolist():
            answer(
                connection, project, int(stored.target_ids[target]), "zoe", 0, system=stored.memory.outputs[0].system
            )


def test_judgments_imports_and_campaigns_change_the_figures(site) -> None:
    told = [ask(site)]
    judge_some(site)
    told.append(ask(site))
    with site.database.writing() as connection:
        project = project_of(connection, 1)
        memory = load_memory(connection, project).memory
        judged = Judgment(0, judge="yan", system="system1")
        targets = {
            memory.sources[source]: memory.targets[target]
            for source, target in zip(memory.outputs[1].source, memory.outputs[1].target, strict=True)
        }
        sources = [Source(source, targets=(Target(text, (judged,)),)) for source, text in targets.items()]
        add_collection(connection, project, Collection(tuple(sources)), "anna")
    told.append(ask(site))
    with site.database.writing() as connection:
        project = project_of(connection, 1)
        texts = EvalSet(
            None,
            sources=[memory.sources[source] for source in memory.outputs[2].source],
            systems={"system2": [memory.targets[target] for target in memory.outputs[2].target]},
            warn_of_blanks=False,
        )
        campaign = campaign_desk.begin(connection, project, "da", texts=texts, seats=1)
        campaign_desk.answer_everything(connection, campaign_desk.seat_of(connection, campaign))
        take_campaign(connection, campaign, campaign.protocols[0], "anna")
    told.append(ask(site))
    values = [tuple(values_of(page["level"]).values()) for page in told]
    assert len(set(values)) == 4
    assert all(page["computed_revision"] == page["revision"] for page in told)


def test_metrics_and_systems_are_chosen(site) -> None:
    page = ask(site, "metrics=chrf&metrics=wer&metrics=chrf&top=5&outliers=drop")
    assert page["metrics"] == ["chrf", "wer"]
    assert len(page["figures"]["systems"]) == 5
    assert {row["label"] for row in page["level"]["rows"]} == {"chrF2", "WER", "a constant"}
    assert any("5 best systems" in note for note in page["figures"]["notes"])
    assert page["curve"] is None
    text = site.browser().get("/projects/1/metrics?metrics=chrf&top=5").text
    assert "It takes 20 pairs of judged systems" in text
    assert 'aria-label="Remove choice best systems"' in text
    for query, said in (
        ("metrics=nonsense", "no metric 'nonsense' is offered here"),
        ("metrics=given", "no metric 'given' is offered here"),
        ("top=1", "say nothing of metrics"),
        ("top=many", "whole number"),
    ):
        assert said in ask(site, query)["problem"], query
    assert site.program().get("/api/v1/projects/1/metrics?level=other").status_code == 422


@pytest.mark.parametrize("format", ["xlsx", "svg", "json", "md", "tex"])
def test_what_is_shown_can_be_taken_along(site, format: str) -> None:
    got = site.browser().get(f"/projects/1/metrics/file?format={format}")
    assert got.status_code == 200
    assert re.search(rf'filename="?[^"]*metrics\.{format}', got.headers["content-disposition"])
    if format == "json":
        values = {row["metric"]: row["value"] for row in got.json()["metrics"] if row["statistic"] == "kendall"}
        assert values == pytest.approx(values_of(ask(site)["level"]))
    assert site.browser().get("/projects/1/metrics/file?format=pdf").status_code == 400


def test_what_differences_mean_goes_into_compare(site, tmp_path: Path) -> None:
    got = site.browser().get("/projects/1/metrics/differences")
    path = tmp_path / "differences.json"
    path.write_bytes(got.content)
    meanings = read_meanings(str(path))
    assert {meaning.label for meaning in meanings} == {"BLEU", "chrF2", "TER"}
    references = [["one two three four"], ["five six seven eight"]]
    texts = EvalSet(references, systems={"a": ["one two", "five"], "b": ["three", "eight"]})
    said = list(meaning_lines(compare(texts, ["chrf"]), meanings))
    assert "people agreed with" in said[0], said
    few = site.browser().get("/projects/1/metrics/differences?top=4")
    assert (few.status_code, "it takes seven" in few.text) == (404, True)


def test_what_cannot_be_said_says_why(local) -> None:
    with local.database.writing() as connection:
        add_project(connection, "empty", "anna")
        small_memory.fill(connection)
        fill(connection, systems=3, sources=5, name="without references")
    assert "was judged yet" in ask(local, project=1)["problem"]
    assert "add people&#39;s translations" in local.browser().get("/projects/3/metrics").text.replace("’", "'") or (
        "called reference" in ask(local, project=3)["problem"]
    )
    small = ask(local, project=2)
    assert small["problem"] == ""
    assert [level["level"] for level in small["figures"]["levels"]] == ["segment"]
    text = local.browser().get("/projects/2/metrics").text
    assert "No system level: 2 judged systems are too few" in text
    assert "Segments</a>" not in text


def test_a_job_computes_large_projects(site, monkeypatch) -> None:
    quick = ask(site)
    monkeypatch.setattr(figures, "QUICK", 10)
    site.restart()
    page = ask(site)
    assert (page["figures"], page["job"], page["problem"]) == (None, None, "")
    browser = site.browser()
    assert "takes a while" in browser.get("/projects/1/metrics").text
    # nobody waits for a file as long as for the page
    for file in ("file", "differences"):
        assert browser.get(f"/projects/1/metrics/{file}?metrics=chrf").status_code == 404
    begun = browser.send_form("/projects/1/metrics", metrics="chrf")
    assert begun.status_code == 303
    waiting = browser.get(begun.headers["location"])
    assert "Waiting for its turn" in waiting.text
    assert browser.send_form("/projects/1/metrics", metrics="chrf").headers["location"] == begun.headers["location"]
    do_jobs(site)
    monkeypatch.delattr("mtassay.web.pages.metrics.routes.evaluate_project")  # files are those of the job
    query = begun.headers["location"].partition("?")[2]
    done = ask(site, query)
    alone = {label: value for label, value in values_of(quick["level"]).items() if label == "chrF2"}
    assert values_of(done["level"]) == pytest.approx(alone)
    # whoever asks for the same gets it, and is told where people judged meanwhile
    judge_some(site)
    old = ask(site, "metrics=chrf")
    assert old["computed_revision"] < old["revision"]
    text = browser.get("/projects/1/metrics?metrics=chrf").text
    assert "people have judged or changed it since" in text
    assert "Compute as of now" in text
    named = browser.get(f"/projects/1/metrics/file?format=json&{query}").json()
    assert next(row["value"] for row in named["metrics"] if row["statistic"] == "kendall") == pytest.approx(
        alone["chrF2"]
    )
    assert browser.get(f"/projects/1/metrics/differences?{query}").json()["differences"][0]["label"] == "chrF2"


def test_judges_do_not_get_the_page(public) -> None:
    with public.database.writing() as connection:
        small_memory.fill(connection)
    public.let_everybody_in()
    judge = public.browser().sign_in("judge")
    assert judge.get("/projects/1/metrics").status_code == 403
    assert public.browser().sign_in("manager").get("/projects/1/metrics").status_code == 200
