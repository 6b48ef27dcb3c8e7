"""Reports of two and of ten systems: time and memory to write them, their size, how fast they answer in Chromium."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import mtassay
from benchmarks.analyses import MANY_SEGMENTS, MANY_SYSTEMS, SEGMENTS, example_texts

FILTERS = ("length >= 20", "length < 25", "segment <= 1200", "length >= 10 and length < 30", "segment > 300")
METRICS = ("bleu", "chrf", "ter")

_DRAWN = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
_FILTER = """async (text) => {
  const field = document.querySelector("[data-live] form input:not([type=radio])");
  const status = document.querySelector("[data-live] [role=status]");
  const said = status.textContent;
  field.value = text;
  const begun = performance.now();
  field.form.requestSubmit();
  while (status.textContent === said || document.querySelector("main[aria-busy]"))
    await new Promise((done) => setTimeout(done, 1));
  return performance.now() - begun;
}"""


def run() -> None:
    """Print what was measured; each size in a process of its own, whose memory is that of this work alone."""
    for systems, segments in ((2, SEGMENTS), (MANY_SYSTEMS, MANY_SEGMENTS)):
        arguments = [sys.executable, "-m", "benchmarks.report", str(systems), str(segments)]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # as the command line has it
        print(subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True).stdout, end="")


def _measure(systems: int, segments: int) -> None:
    references, outputs = example_texts(systems, segments, 1)
    evalset = mtassay.EvalSet(references, systems=outputs, target_language="en")
    started = time.process_time()
    written = mtassay.report(evalset, metrics=METRICS, test="jackknife").html
    seconds = time.process_time() - started
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{systems} systems, {segments:,} segments of 28 words, {', '.join(METRICS)}")
    print(f"  written        {seconds:5.2f} s, {most:.0f} MB at most, {len(written.encode()) / 1e6:.2f} MB")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(written, encoding="utf-8")
        _open(path)


def _open(path: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector("[data-live]:not([hidden]) form")
        live = page.evaluate("() => performance.now()")
        page.wait_for_timeout(2000)
        print(f"  drawn          {page.evaluate(_DRAWN):5.0f} ms, live {live:.0f} ms")
        first = page.evaluate(_FILTER, FILTERS[0])
        others = [page.evaluate(_FILTER, text) for text in FILTERS[1:]]
        print(f"  filter         {median(others):5.0f} ms, the first {first:.0f} ms")
        browser.close()


if __name__ == "__main__":
    _measure(int(sys.argv[1]), int(sys.argv[2]))
