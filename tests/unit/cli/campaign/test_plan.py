import json
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run

EXAMPLES = Path(__file__).parents[4] / "examples" / "dialogues"
SYSTEMS = sorted(map(str, (EXAMPLES / "systems").glob("*.txt")))
SOURCE = str(EXAMPLES / "source.de.txt")


def test_says_what_is_asked_and_what_will_show() -> None:
    shown = run("campaign", "plan", "-s", SOURCE, *SYSTEMS, "--seats", "4", "--overlap", "0")
    assert shown.returncode == 0
    assert "outputs: 480" in shown.stdout
    assert "answers: 464" in shown.stdout
    assert "equal to another system's: 16" in shown.stdout
    assert "told apart in four campaigns of five" in shown.stdout


def test_a_sample_of_documents_in_their_context(write: Callable[[str, str], str]) -> None:
    documents = f"document={EXAMPLES / 'documents.txt'}"
    arguments = ["-s", SOURCE, *SYSTEMS, "--labels", documents, "--context", "document", "--segments", "30"]
    plan = json.loads(run("campaign", "plan", *arguments, "--seats", "3", "-f", "json").stdout)
    assert plan["segments"] >= 30
    assert plan["documents"] >= 3
    assert [seat["seat"] for seat in plan["seats"]] == [1, 2, 3]
    assert sum(seat["answers"] for seat in plan["seats"]) == plan["answers"]
    again = json.loads(run("campaign", "plan", *arguments, "--seats", "3", "-f", "json").stdout)
    assert again == plan


def test_controls_are_added_to_what_is_asked() -> None:
    arguments = ["-s", SOURCE, *SYSTEMS, "--seats", "4", "--overlap", "0", "-f", "json"]
    plan = json.loads(run("campaign", "plan", *arguments, "--controls", "known").stdout)
    assert plan["of them to check judges"] == 4 * 10 + 4 * 6
    assert plan["answers"] == 464 + plan["of them to check judges"]
    of_wmt = json.loads(run("campaign", "plan", *arguments, "--controls", "wmt-esa").stdout)
    assert of_wmt["of them to check judges"] == pytest.approx(464 * 12 / 88, abs=4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*SYSTEMS], "da shows the source, which is missing"),
        (["-s", SOURCE, *SYSTEMS, "-p", "likert"], "likert"),
        (["-s", SOURCE, *SYSTEMS, "--stratum", "domain"], "there is no such label"),
        (["-s", SOURCE, *SYSTEMS[:2], "--spread", "across"], "two systems cannot be spread across judges"),
        (["-s", SOURCE, *SYSTEMS, "--expertise", "target"], "know the target language alone"),
        (["-s", SOURCE, *SYSTEMS, "--where", "chrf(base) > 3"], "the filter looks at outputs (chrf(base) > 3)"),
        (["-s", SOURCE, *SYSTEMS, "--where", "source-length > 900"], "no segment is left to ask about"),
        (["-s", SOURCE, *SYSTEMS, "--where", "domain = x"], "domain = x"),
        (["-s", SOURCE, *SYSTEMS, "--source-language", "xx yy"], "is no code of a language"),
    ],
)
def test_refuses_what_cannot_be_asked(arguments: list[str], words: str) -> None:
    refused = run("campaign", "plan", *arguments)
    assert refused.returncode in (2, 7)
    assert words in refused.stderr
    assert "Traceback" not in refused.stderr
