"""What xCOMET marks is shown where the segments of a report are read."""

import json
from pathlib import Path

from browser.reports.settled import settled
from playwright.sync_api import Browser, expect
from processes import run


def test_errors_that_a_metric_marks_are_shown_in_outputs(browser: Browser, tmp_path: Path) -> None:
    outputs = {"one": ["The 🔥 could be <b>stopped</b>.", "Fine."], "two": ["The fire was stopped.", "Fine."]}
    errors = {
        "one": [{"text": "could be", "confidence": 0.4, "severity": "major", "start": 6, "end": 14}],
        "two": [{"text": "not there", "severity": "minor", "category": "omission"}],
    }
    exported = {
        f"{name}.txt": [{"mt": texts[0], "COMET": 0.5, "errors": errors[name]}, {"mt": texts[1], "COMET": 0.9}]
        for name, texts in outputs.items()
    }
    (tmp_path / "xcomet.json").write_text(json.dumps(exported), encoding="utf-8")
    (tmp_path / "reference.txt").write_text("The fire was put out.\nFine.\n", encoding="utf-8")
    for name, texts in outputs.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    files = [str(tmp_path / f"{name}.txt") for name in outputs]
    given = f"given:path={tmp_path / 'xcomet.json'},name=xCOMET"
    report = tmp_path / "report.html"
    done = run(
        "report", "-q", "-r", str(tmp_path / "reference.txt"), *files, "-m", "chrf", "-m", given, "-o", str(report)
    )
    assert done.returncode == 0, done.stderr
    page = browser.new_context(offline=True).new_page()
    page.goto(report.as_uri())
    settled(page)
    page.get_by_label("Marks").select_option("errors that xCOMET marks")
    settled(page)
    first = page.locator("[data-segment='1']")
    expect(first.locator(".err")).to_have_text("could be")
    expect(first.locator(".err")).to_have_attribute("title", "major")
    expect(first.locator(".sub")).to_have_text("[minor, omission, “not there”]")
    expect(first).to_contain_text("<b>stopped</b>")
    expect(first).to_contain_text("(xCOMET marks: 1 major)")
    expect(page.locator("[data-segment='2']")).to_contain_text("(xCOMET marks nothing)")
    page.context.close()
