"""Systems brought by browsers and programs, compared, and what comes of it."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from processes import run

from mtassay.store.work.jobs import claim_job, find_job, finish_job
from mtassay.store.work.kept_files import files_of
from mtassay.web.jobs.kinds.compare_systems import compare_systems
from mtassay.web.jobs.work import Cancelled, Progress, Work

ROOT = Path(__file__).parents[5]
DIALOGUES = ROOT / "examples" / "dialogues"
FOUR = [
    DIALOGUES / "reference-a.en.txt",
    *(DIALOGUES / "systems" / f"{name}.txt" for name in ("phrase-based", "neural-small", "neural-large")),
]
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=1>.txt'


def sent(paths):
    return [("files", (path.name, path.read_bytes())) for path in paths]


def texts(**files):
    return [("files", (name.replace("__", "."), text.encode())) for name, text in files.items()]


def bring(program, files):
    answer = program.post("/api/v1/systems", files=files)
    assert answer.status_code == 200, answer.text
    return answer.json()


def finish(site, answer, owner="local"):
    """Do the job that was begun, as the process beside a server would; its result."""
    assert answer.status_code == 200, answer.text
    with site.database.reading() as connection:
        job = find_job(connection, owner, answer.json()["uid"])
    result = compare_systems(Work(site.database, owner, job.arguments))
    return json.loads(json.dumps(result))


def do_jobs(site):
    """Do what waits, as the process beside a server would."""
    while True:
        with site.database.writing() as connection:
            job = claim_job(connection, "worker")
        if job is None:
            return
        result = compare_systems(Work(site.database, job.owner, job.arguments))
        with site.database.writing() as connection:
            finish_job(connection, job.uid, "worker", result)


def told(*arguments):
    done = run("compare", "-q", "--format", "json", *map(str, arguments))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("changes", "options"),
    [
        ({}, ()),
        ({"metrics": ["chrf", "ter"], "seed": 7, "alpha": 0.01, "correction": "bh"},
         ("-m", "chrf", "-m", "ter", "--seed", "7", "--alpha", "0.01", "--correction", "bh")),
        ({"test": "randomization", "draws": 300, "all_pairs": True},
         ("--test", "randomization", "--draws", "300", "--all-pairs")),
        ({"test": "jackknife", "all_pairs": True}, ("--test", "jackknife", "--all-pairs")),
        ({"test": "sign", "target_language": "zh"}, ("--test", "sign", "-l", "zh")),
    ],
)  # fmt: skip
def test_numbers_are_those_of_the_command_line(local, changes, options):
    program = local.program()
    uid = bring(program, sent(FOUR))["uid"]
    choices = {"metrics": ["bleu", "chrf"], **changes}
    result = finish(local, program.post(f"/api/v1/systems/{uid}/compare", json=choices))
    assert result["comparison"] == told("-r", FOUR[0], *FOUR[1:], *options)


def test_documents_and_another_baseline_are_those_of_the_command_line(local):
    program = local.program()
    found = bring(program, sent([*FOUR, DIALOGUES / "documents.txt"]))
    assert [text["role"] for text in found["texts"]] == ["reference", "system", "system", "system", "documents"]
    choices = {"metrics": ["chrf"], "baseline": "neural-small"}
    result = finish(local, program.post(f"/api/v1/systems/{found['uid']}/compare", json=choices))
    order = [FOUR[2], FOUR[1], FOUR[3]]
    labels = ("--labels", f"document={DIALOGUES / 'documents.txt'}", "--unit", "document")
    assert result["comparison"] == told("-r", FOUR[0], *order, "-m", "chrf", *labels)
    assert (result["view"]["unit"], result["view"]["units"]) == ("document", 12)


def test_a_workbook_is_compared_as_on_the_command_line(local):
    program = local.program()
    cases = ROOT / "examples" / "legal" / "cases.xlsx"
    uid = bring(program, sent([cases]))["uid"]
    result = finish(local, program.post(f"/api/v1/systems/{uid}/compare", json={"metrics": ["bleu", "chrf"]}))
    assert result["comparison"] == told(cases)


def test_the_view_tells_of_groups_pairs_and_losses(local):
    program = local.program()
    uid = bring(program, sent([DIALOGUES / "source.de.txt", *FOUR]))["uid"]
    choices = {"metrics": ["chrf"], "all_pairs": True}
    result = finish(local, program.post(f"/api/v1/systems/{uid}/compare", json=choices))
    metric = result["view"]["metrics"][0]
    assert [row["name"] for row in metric["rows"]] == ["neural-large", "neural-small", "phrase-based"]
    assert [row["groups"] for row in metric["rows"]] == [[1], [2], [3]]
    assert [row["bars"] for row in metric["rows"]] == [[{"is_first": True, "is_last": True}]] * 3
    assert [row["verdict"] for row in metric["rows"]] == ["better", "better", ""]
    assert [cell and cell["verdict"] for cell in metric["matrix"][0]["cells"]] == [None, "better", "better"]
    lost = metric["losses"][0]["segments"][0]
    assert lost["before"] > lost["after"]
    assert (lost["source"] is not None, lost["marked_after"]["is_equal"]) == (True, False)
    assert [file["label"] for file in result["files"]] == [
        *("Report", "XLSX", "TSV", "CSV", "LaTeX", "Markdown", "JSON", "SVG")
    ]
    for file in result["files"]:
        answer = program.get(f"/api/v1/files/{file['uid']}")
        assert "attachment" in answer.headers["Content-Disposition"]
        assert answer.content
        if file["label"] == "XLSX":
            assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None
        if file["label"] == "JSON":
            assert answer.json() == result["comparison"]


def test_metrics_that_contradict_each_other_are_told_on_the_page(local):
    references = [" ".join(f"{word}{number}" for word in ("alpha", "beta", "gamma", "delta")) for number in range(60)]
    cut = [" ".join(segment.split()[:2]) for segment in references]
    long = [" ".join(reversed(segment.split())) for segment in references]
    files = {"ref__txt": references, "cut__txt": cut, "long__txt": long}
    program = local.program()
    uid = bring(program, texts(**{name: "\n".join(lines) + "\n" for name, lines in files.items()}))["uid"]
    choices = {"metrics": ["wer", "chrf"]}
    result = finish(local, program.post(f"/api/v1/systems/{uid}/compare", json=choices))
    (caution,) = result["view"]["cautions"]
    assert caution.startswith("Metrics disagree: by chrF2 (+")
    assert result["comparison"]["disagreements"] == [
        {"first": "cut", "second": "long", "better": ["chrF2"], "worse": ["WER"]}
    ]


def test_a_browser_walks_from_files_to_the_job(local):
    browser = local.browser()
    answer = browser.post("/systems", data={"csrf": browser.token}, files=sent(FOUR), follow_redirects=True)
    assert answer.status_code == 200
    assert "3 systems, 120 segments, one reference" in answer.text
    path = answer.url.path
    assert "reference-a.en.txt and 3 more" in browser.get("/systems").text
    fields = {
        "roles": ["reference", "system", "system", "system"],
        "names": ["", "old", "new", "newer"],
        "metrics": ["chrf"],
        "baseline": "new",
        "draws": "",
    }
    answer = browser.send_form(path, **fields)
    assert answer.status_code == 200
    assert '<option value="new" selected>new</option>' in answer.text
    answer = browser.send_form(f"{path}/compare", **fields)
    assert answer.status_code == 303
    address = answer.headers["Location"]
    assert address.startswith("/systems/results/")
    waiting = browser.get(address).text
    assert "Compare old, new, newer" in waiting
    assert "is kept under" in waiting
    do_jobs(local)
    page = browser.get(address).text
    assert "new, old, newer" in browser.get("/systems").text
    assert f'href="{path}?result={address.rpartition("/")[2]}"' in page
    assert 'value="newer"' in browser.get(f"{path}?result={address.rpartition('/')[2]}").text
    assert browser.send_form(f"{path}/forget").headers["Location"] == "/systems"
    assert browser.get(path).status_code == 404
    page = browser.get(address).text
    assert "For a paper" in page, "the comparison stays when its files are gone"
    assert "Change choices" not in page


def test_mismatches_are_told_at_their_place_and_nothing_is_compared(local):
    browser = local.browser()
    files = texts(ref__txt="a b\nc d\ne f\n", good__txt="a b\nc d\ne f\n", short__txt="a b\ne f\n")
    answer = browser.post("/systems", data={"csrf": browser.token}, files=files, follow_redirects=True)
    assert 'class="wrong">short.txt has 2 lines, but ref.txt has 3' in answer.text
    assert "The systems cannot be compared yet." in answer.text
    fields = {"roles": ["reference", "system", "system"], "names": ["", "good", "short"], "metrics": ["chrf"]}
    refused = browser.send_form(f"{answer.url.path}/compare", **fields)
    assert refused.status_code == 422
    assert "hort.txt has 2 lines" in refused.text


def test_text_from_files_and_names_stays_text(local):
    browser = local.browser()
    evil = '<script>alert(1)</script> "><img src=x onerror=1> \u202e مرحبا 你好\n'
    files = [("files", (name, evil.encode())) for name in ("ref.txt", HOSTILE, "x" + HOSTILE)]
    answer = browser.post("/systems", data={"csrf": browser.token}, files=files, follow_redirects=True)
    assert answer.status_code == 200
    for page in (answer.text, browser.get("/systems").text):
        assert "<script>alert" not in page
        assert "<img" not in page


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([], "No file was chosen"),
        (texts(a__txt=""), ".txt"),
        ([("files", ("a.xlsx", b"PK\x03\x04 no workbook"))], ".xlsx"),
        (texts(**{f"f{n}__txt": "a\n" for n in range(51)}), "51 files, and up to 50"),
    ],
)
def test_files_that_cannot_be_used_are_refused_and_not_kept(local, files, message):
    browser = local.browser()
    answer = browser.post("/systems", data={"csrf": browser.token}, files=files or None)
    assert answer.status_code == 422
    assert message in answer.text
    assert local.program().get("/api/v1/systems").json()["sets"] == []


def test_sets_and_jobs_of_others_are_not_there(public):
    with public.database.reading() as connection:
        from mtassay.store.people.accounts import find_account

        judge, manager = (find_account(connection, name).id for name in ("judge", "manager"))
    theirs, other = public.program(judge), public.program(manager)
    uid = bring(theirs, sent(FOUR))["uid"]
    job = theirs.post(f"/api/v1/systems/{uid}/compare", json={"metrics": ["chrf"]}).json()["uid"]
    assert other.get(f"/api/v1/systems/{uid}").status_code == 404
    for path in (
        f"systems/{uid}",
        f"systems/{uid}/compare",
        f"systems/{uid}/forget",
        f"systems/results/{job}/all-pairs",
    ):
        assert other.post(f"/api/v1/{path}", json={}).status_code == 404, path
    assert other.get("/api/v1/systems").json()["sets"] == []
    assert len(theirs.get("/api/v1/systems").json()["sets"]) == 1


def test_a_file_that_is_no_set_is_not_there(local):
    program = local.program()
    uid = bring(program, sent(FOUR))["uid"]
    with local.database.reading() as connection:
        from mtassay.store.work.kept_files import files_of

        single = next(one.uid for one in files_of(connection, "local") if one.uid != uid)
    assert program.get(f"/api/v1/systems/{single}").status_code == 404


def test_all_pairs_can_be_asked_for_afterwards(local):
    program = local.program()
    uid = bring(program, sent(FOUR))["uid"]
    answer = program.post(f"/api/v1/systems/{uid}/compare", json={"metrics": ["chrf"]})
    assert program.post(f"/api/v1/systems/results/{answer.json()['uid']}/all-pairs").status_code == 404
    do_jobs(local)
    done = program.get(f"/api/v1/jobs/{answer.json()['uid']}").json()["result"]
    browser = local.browser()
    assert f"/systems/results/{done['kept']}" in browser.get(f"/jobs/{answer.json()['uid']}").text
    page = browser.get(f"/systems/results/{done['kept']}")
    assert page.status_code == 200
    assert not re.search(r" style=| on[a-z]+=", page.text)
    again = program.post(f"/api/v1/systems/results/{done['kept']}/all-pairs")
    assert len(finish(local, again)["comparison"]["metrics"][0]["pairs"]) == 3


def test_a_cancelled_comparison_keeps_nothing(local):
    program = local.program()
    uid = bring(program, sent(FOUR))["uid"]
    answer = program.post(f"/api/v1/systems/{uid}/compare", json={"metrics": ["chrf"]})
    with local.database.reading() as connection:
        job = find_job(connection, "local", answer.json()["uid"])
    with pytest.raises(Cancelled):
        compare_systems(Work(local.database, "local", job.arguments, Progress(is_cancelled=True)))


@pytest.mark.parametrize("text", ["a\n" * 10_001, ("a " * 45_000 + "\n") * 12])
def test_much_text_is_checked_by_the_job_alone(local, text):
    found = bring(local.program(), texts(ref__txt=text, one__txt=text, two__txt=text))
    assert (found["findings"], found["problem"]) == (None, "")


def test_no_download_holds_a_formula_and_numbers_stay_numbers(local):
    program = local.program()
    found = bring(program, texts(ref__txt="a b c\nd e f\n", one__txt="a b c\nd e f\n", two__txt="a x c\nd y f\n"))
    names = ["ref", "=1+1|x", "@SUM(A1)"]
    choices = {"roles": found["choices"]["roles"], "names": names, "metrics": ["chrf"]}
    result = finish(local, program.post(f"/api/v1/systems/{found['uid']}/compare", json=choices))
    files = {file["label"]: program.get(f"/api/v1/files/{file['uid']}").content for file in result["files"]}
    for label, delimiter in (("CSV", ","), ("TSV", "\t")):
        cells = [cell for line in files[label].decode().splitlines() for cell in line.split(delimiter)]
        assert "'=1+1|x" in cells
        assert "'@SUM(A1)" in cells
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]
        assert any(re.fullmatch(r"-[0-9.]+", cell) for cell in cells), cells
    with zipfile.ZipFile(io.BytesIO(files["XLSX"])) as parts:
        sheets = [parts.read(name).decode() for name in parts.namelist() if "worksheets/" in name]
    assert sheets
    assert not [sheet for sheet in sheets if "<f>" in sheet]


def test_the_page_says_which_intervals_it_draws(local):
    program, browser = local.program(), local.browser()
    uid = bring(program, sent(FOUR))["uid"]
    drawn = {"bootstrap": "bootstrap interval from 1,000 draws;", "jackknife": "jackknife interval;"}
    for test, words in drawn.items():
        program.post(f"/api/v1/systems/{uid}/compare", json={"metrics": ["chrf"], "test": test})
        do_jobs(local)
        kept = program.get("/api/v1/systems").json()["comparisons"][0]["uid"]
        assert f"% {words} the open dot" in browser.get(f"/systems/results/{kept}").text


def test_what_the_jackknife_cannot_do_is_refused_before_the_job(local):
    program = local.program()
    few = bring(program, texts(ref__txt="a b\n" * 29, a__txt="a c\n" * 29, b__txt="a b\n" * 29))["uid"]
    refused = program.post(f"/api/v1/systems/{few}/compare", json={"metrics": ["chrf"], "test": "jackknife"})
    assert refused.status_code == 422
    assert "29 segments are too few for the jackknife" in refused.text
    assert "use the test randomization" in refused.text
    uid = bring(program, sent(FOUR))["uid"]
    refused = program.post(f"/api/v1/systems/{uid}/compare", json={"metrics": ["chrf"], "test": "jackknife", "seed": 7})
    assert "seed=7 has no effect on the test jackknife" in refused.text


def test_a_level_that_no_test_reaches_is_refused(local):
    program = local.program()
    found = bring(program, texts(ref__txt="a b c\nd e f\n", one__txt="a b c\nd e f\n", two__txt="a x c\nd y f\n"))
    for alpha in (5e-324, 1e-300):
        answer = program.post(f"/api/v1/systems/{found['uid']}/compare", json={"metrics": ["chrf"], "alpha": alpha})
        assert answer.status_code == 400
        assert "expected a number between 0 and 1" in answer.json()["error"]["message"]


def test_a_comparison_of_somebody_who_is_gone_keeps_nothing(local):
    program = local.program()
    uid = bring(program, sent(FOUR))["uid"]
    assert program.post(f"/api/v1/systems/{uid}/compare", json={"metrics": ["chrf"]}).status_code == 200
    with local.database.writing() as connection:
        job = claim_job(connection, "worker")
        before = files_of(connection, "local")
    with pytest.raises(Cancelled):
        compare_systems(Work(local.database, "local", job.arguments, commit_result=lambda connection, result: False))
    with local.database.reading() as connection:
        assert files_of(connection, "local") == before
