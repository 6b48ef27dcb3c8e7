"""The page Spreadsheet: a file comes in, its columns get roles, and a job gives it back with scores."""

import html
import io
import re
from typing import Any, TypeAlias

import openpyxl
import pytest
import xlsxwriter

from mtassay import EvalSet, evaluate
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.store.work import jobs
from mtassay.store.work.kept_files import file_content, keep_file
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Cancelled, Progress, Work

Site: TypeAlias = Any  # of conftest.py
HEADS = ["No.", "Hindi", "Reference", "Engine 1", "Engine 2", "Domain"]
ROWS = [
    ("1", "वह घर गया", "he went home", "he went home", "he goes to home", "a"),
    ("2", "बिल्ली सो रही है", "the cat is asleep", "the cat sleeps", "cat is asleep", "a"),
    ("3", "मुझे नहीं पता", None, "I do not know", "don't know", "b"),
    ("4", "<script>alert(1)</script>", "<b>x</b> & y", '"><img src=x onerror=1>', "=cmd|' /C calc'!A0", "b"),
]
NAME = "cases <b>.xlsx"


def workbook(rows: Any = ROWS, heads: Any = HEADS, more: dict[str, Any] | None = None) -> bytes:
    book = openpyxl.Workbook()
    sheets = {"Cases": [heads, *rows], **(more or {})}
    for title, lines in sheets.items():
        sheet = book.create_sheet(title)
        for line in lines:
            sheet.append(line)
        for cell in (cell for row in sheet for cell in row if isinstance(cell.value, str)):
            cell.data_type = "s"  # also what looks like a formula
    del book["Sheet"]
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def bring(site: Site, content: bytes, name: str = NAME) -> tuple[Any, str]:
    """A browser, and the address of the page of the file that it sent."""
    browser = site.browser()
    answer = browser.post(
        "/spreadsheet", data={"csrf": browser.token}, files={"file": (name, content)}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    return browser, answer.headers["location"]


def do_job(site: Site, uid: str, progress: Progress | None = None) -> dict[str, Any]:
    """What the process beside the server would do."""
    with site.database.reading() as connection:
        job = jobs.find_job(connection, "local", uid)
    return kind(job.kind)(Work(site.database, job.owner, job.arguments, progress or Progress()))


def finish(site: Site, uid: str) -> dict[str, Any]:
    """Do a job, and keep what came of it."""
    result = do_job(site, uid)
    with site.database.writing() as connection:
        jobs.claim_job(connection, "a test")
        jobs.finish_job(connection, uid, "a test", result)
    return result


def content_of(site: Site, file: dict[str, Any]) -> bytes:
    with site.database.reading() as connection:
        return file_content(connection, "local", file["uid"])


def test_columns_are_guessed_and_rows_without_reference_are_said(local: Site) -> None:
    browser, address = bring(local, workbook())
    page = browser.get(address).text
    assert re.findall(r"<option selected>(\w+)</option>", page)[:6] == [
        "ignore", "source", "reference", "system", "system", "label",
    ]  # fmt: skip
    assert "<b>1 row skipped.</b><span>Row 4 has no reference.</span>" in page
    assert "Score 3 segments of 2 systems" in page
    assert page.index("Added") < page.index('name="roles"')  # or scores would stand right of what a screen shows
    assert "skipped: no reference" in page
    assert "<ins>" in page
    assert "<del>" in page


def test_an_empty_row_is_not_said_to_lack_its_reference(local: Site) -> None:
    browser, address = bring(local, workbook([*ROWS[:2], (None,) * 6, *ROWS[2:]]))
    page = browser.get(address).text
    assert "<b>1 empty row left out.</b>" in page
    assert re.findall(r'colspan="\d+">(empty row|skipped: no reference)<', page) == [
        "empty row",
        "skipped: no reference",
    ]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "Source;Reference;MT\r\nfünf;five;fife\r\n".encode("cp1252"), "The file was read as Windows-1252."),
        ("a.txt", "Source\tReference\tMT\r\nfünf\tfive\tfife\r\n".encode("utf-16"), "The file was read as UTF-16."),
    ],
)
def test_files_of_excel_are_read_and_the_page_says_how(local: Site, name: str, content: bytes, said: str) -> None:
    browser, address = bring(local, content, name)
    page = browser.get(address).text
    assert said in page
    assert "fünf" in page
    assert "Score 1 segment of 1 system" in page
    uid = address.rpartition("/")[2]
    assert local.program().get(f"/api/v1/spreadsheet/{uid}").json()["encoding"] in said
    answer = browser.send_form(f"{address}/score", metrics=["wer"])
    assert finish(local, answer.headers["location"].rpartition("/")[2])["encoding"] in said
    assert said in browser.get(answer.headers["location"]).text


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (
            "a.csv",
            b"Source,Reference,MT\na,\0,c\n",
            "this is no text file, or one in another encoding: save it as UTF-8",
        ),
        ("a.csv", "Source,Reference,MT\n".encode("utf-32"), "this is UTF-32 text, and mtassay reads UTF-8; save it as"),
        ("a.csv", "Это,не,то\nчто,мы,читаем\n".encode("cp1251"), "is not UTF-8; save the file as UTF-8"),
        ("a.csv", b"PK\x03\x04 nothing", "this is a zip archive; unpack it first"),
        ("a.csv", b"Source,Reference,MT\ra,b,c\r", "save it again, with the line ends of Windows"),
        ("a.txt", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "open it there and save it as XLSX"),
    ],
)
def test_what_cannot_be_read_is_said_in_words_of_people_with_spreadsheets(
    local: Site, name: str, content: bytes, said: str
) -> None:
    browser = local.browser()
    page = browser.post("/spreadsheet", data={"csrf": browser.token}, files={"file": (name, content)}).text
    assert said in html.unescape(page)
    assert not re.search(r"iconv|gzip|NUL|carriage|\btr ", page)


def with_errors() -> bytes:
    """A workbook with two formulas that went wrong, in an output and in a reference."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Cases")
        for number, row in enumerate([HEADS, *ROWS[:2], *ROWS[:2]]):
            sheet.write_row(number, 0, row)
        sheet.write_formula(2, 3, "=Gone!A1", None, "#REF!")
        sheet.write_formula(3, 2, "=NA()", None, "#N/A")
    return content.getvalue()


def test_a_formula_that_went_wrong_spoils_its_row_alone(local: Site) -> None:
    browser, address = bring(local, with_errors(), "cases.xlsx")
    page = browser.get(address).text
    assert "<b>2 rows skipped.</b>" in page
    assert "cases.xlsx, sheet Cases, row 3, column D: the error #REF! instead of a text; correct it." in page
    assert "row 4, column C: the error #N/A instead of a text; correct it." in page
    assert page.count("skipped: a cell is wrong") == 2
    wrong = page.partition("skipped: a cell is wrong")[2].partition("</tr>")[0]
    assert "<del>" not in wrong  # nobody knows what stands in the cell
    assert "Score 2 segments of 2 systems" in page
    answer = browser.send_form(f"{address}/score", metrics=["wer"])
    result = finish(local, answer.headers["location"].rpartition("/")[2])
    assert (result["segments"], result["unusable_count"]) == (2, 2)
    book = openpyxl.load_workbook(io.BytesIO(content_of(local, result["files"][0])))
    assert [cell.value for cell in book["Cases"]["G"]] == ["Engine 1 WER", 0, None, None, 50]
    assert "<b>2 rows skipped.</b>" in browser.get(answer.headers["location"]).text


def test_scores_between_0_and_1_can_be_told_apart(local: Site) -> None:
    browser, address = bring(local, workbook())
    metrics = ["gtm-disa", "chrf"]
    preview = browser.send_form(address, sheet="Cases", metrics=metrics).text
    shown = re.findall(r'<td class="num added"><b>([^<]*)</b>', preview)
    assert shown[:4] == ["1.000", "100.0", "0.571", "26.1"]
    answer = browser.send_form(f"{address}/score", metrics=metrics)
    uid = answer.headers["location"].rpartition("/")[2]
    finish(local, uid)
    page = browser.get(answer.headers["location"]).text
    numbers = re.findall(r'<td class="num[^>]*>(?:<b>)?([\d.,−]+)<', page)
    assert {len(one.partition(".")[2]) for one in numbers} == {1, 2, 3}


def test_text_of_the_file_stays_text(local: Site) -> None:
    browser, address = bring(local, workbook())
    for page in (browser.get("/spreadsheet").text, browser.get(address).text):
        assert "cases &lt;b&gt;.xlsx" in page
        assert not re.search(r"<script>alert|<img|onerror=1>|<b>x</b>", page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in browser.get(address).text


def test_another_choice_changes_the_preview(local: Site) -> None:
    browser, address = bring(local, workbook())
    roles = ["identifier", "ignore", "reference", "system", "ignore", "ignore"]
    page = browser.send_form(address, sheet="Cases", roles=roles, metrics=["wer"]).text
    assert "Score 3 segments of 1 system" in page
    assert re.findall(r'title="(\w+) of ([^;]+); lower is better"><span', page) == [("WER", "Engine 1")]
    page = browser.send_form(address, sheet="Cases", roles=["ignore"] * 6, metrics=["wer"]).text
    assert "no column is a reference, with which the output is compared; say which one is" in page
    assert re.search("<button[^>]* disabled>Score</button>", page)
    assert "no metric is chosen; tick at least one" in browser.send_form(address, sheet="Cases").text


def test_the_preview_has_the_scores_of_the_result(local: Site) -> None:
    program = local.program()
    file = program.post("/api/v1/spreadsheet", files={"file": (NAME, workbook())}).json()
    found = program.post(f"/api/v1/spreadsheet/{file['uid']}", json={"metrics": ["chrf", "wer"]}).json()
    rows = [ROWS[0], ROWS[1], ROWS[3]]
    evalset = EvalSet(
        [row[2] or "" for row in rows],
        systems={"Engine 1": [row[3] for row in rows], "Engine 2": [row[4] for row in rows]},
    )
    scores = [one.segments.tolist() for system in evaluate(evalset, ["chrf", "wer"]).systems.values() for one in system]
    shown = [row["scores"] for row in found["preview"]["rows"]]
    assert shown == [*map(list, list(zip(*scores, strict=True))[:2]), None, [one[2] for one in scores]]


def test_the_file_comes_back_with_scores(local: Site) -> None:
    program = local.program()
    file = program.post("/api/v1/spreadsheet", files={"file": (NAME, workbook())}).json()
    job = program.post(f"/api/v1/spreadsheet/{file['uid']}/score", json={"metrics": ["chrf", "wer"]}).json()
    assert program.get(f"/api/v1/jobs/{job['uid']}").json()["job"]["state"] == "waiting"
    result = do_job(local, job["uid"])
    assert [one["title"] for one in result["files"]] == ["Scored workbook", "New workbook", "Segments as CSV"]
    assert result["files"][0]["name"] == "cases <b>-scored.xlsx"
    assert (result["segments"], result["skipped"], result["skipped_count"]) == (3, [4], 1)
    book = openpyxl.load_workbook(io.BytesIO(content_of(local, result["files"][0])))
    assert book.sheetnames == ["Cases", "Summary", "Statistics", "Correlation"]
    assert [cell.value for cell in book["Cases"][1]][6:] == [
        "Engine 1 chrF2", "Engine 1 WER", "Engine 2 chrF2", "Engine 2 WER",
    ]  # fmt: skip
    assert [cell.value for cell in book["Cases"]["H"]] == ["Engine 1 WER", 0, 50, None, 100]
    assert book["Cases"]["E5"].data_type == "s"
    csv = content_of(local, result["files"][2]).decode("utf-8-sig")
    assert "'=cmd|' /C calc'!A0" in csv
    answer = program.get(f"/api/v1/files/{result['files'][0]['uid']}")
    assert answer.headers["content-disposition"].startswith("attachment; ")
    assert openpyxl.load_workbook(io.BytesIO(answer.content)).sheetnames == book.sheetnames


def test_the_page_of_the_job_shows_the_result(local: Site) -> None:
    browser, address = bring(local, workbook())
    answer = browser.send_form(f"{address}/score", metrics=["chrf", "wer"])
    uid = answer.headers["location"].rpartition("/")[2]
    result = finish(local, uid)
    page = browser.get(answer.headers["location"]).text
    for text in ("Download scored workbook", "Scores of segments", "WER, lower is better", "Row 4 has no reference"):
        assert text in page
    assert not re.search(r"<script>alert|<img|<b>x</b>", page)
    assert "<bdi>all systems</bdi>, 6 segments" in page
    assert all(browser.get(f"/files/{one['uid']}").status_code == 200 for one in result["files"])
    browser.send_form(f"/jobs/{uid}/remove")
    assert all(browser.get(f"/files/{one['uid']}").status_code == 404 for one in result["files"])


def test_choices_can_be_changed_after_a_job(local: Site) -> None:
    browser, address = bring(local, workbook(more={"Other": [["a"]]}))
    roles = ["label", "source", "reference", "ignore", "system", "ignore"]
    answer = browser.send_form(f"{address}/score", sheet="Cases", roles=roles, metrics=["wer"], tokenizer="char")
    uid = answer.headers["location"].rpartition("/")[2]
    finish(local, uid)
    again = f"{address}?job={uid}"
    assert f'href="{again}"' in browser.get(answer.headers["location"]).text
    page = browser.get(again).text
    assert re.findall(r"<option selected>(\w+)</option>", page) == roles
    assert re.findall(r'value="(\w+)" checked', page) == ["wer"]
    assert '<option value="char" selected>' in page
    assert browser.get(f"{address}?job=nothing").status_code == 404


@pytest.mark.parametrize(("name", "format"), [("cases.csv", "csv"), ("cases.tsv", "tsv"), ("cases.jsonl", "jsonl")])
def test_tables_of_text_are_scored_too(local: Site, name: str, format: str) -> None:
    table = FILE_FORMATS.create("xlsx").read(workbook(), "f")
    program = local.program()
    content = FILE_FORMATS.create(format).write(table)
    file = program.post("/api/v1/spreadsheet", files={"file": (name, content)}).json()
    found = program.get(f"/api/v1/spreadsheet/{file['uid']}").json()
    assert (found["sheets"], found["preview"]["systems"]) == ([], ["Engine 1", "Engine 2"])
    job = program.post(f"/api/v1/spreadsheet/{file['uid']}/score", json={"metrics": ["wer"]}).json()
    result = do_job(local, job["uid"])
    assert [one["name"] for one in result["files"]] == ["cases-scored.xlsx", "cases-scored.csv"]


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")  # which a server does not show
def test_a_row_for_each_system_and_segment(local: Site) -> None:
    rows = [
        ("he went home", "he went home", "A"),
        ("he went home", "he goes", "B"),
        ("a cat", "cat", "A"),
        ("a cat", "a cat", "B"),
    ]
    program = local.program()
    content = workbook(rows, ["Reference", "Output", "System"])
    file = program.post("/api/v1/spreadsheet", files={"file": ("long.xlsx", content)}).json()
    answer = program.get(f"/api/v1/spreadsheet/{file['uid']}")
    assert answer.status_code == 200, answer.text
    preview = answer.json()["preview"]
    assert (preview["systems"], preview["segments"], preview["added"]) == (["A", "B"], 2, [])
    assert "a row for each system and segment" in preview["note"]
    job = program.post(f"/api/v1/spreadsheet/{file['uid']}/score", json={"metrics": ["wer"]}).json()
    with pytest.warns(match="scores go into a new workbook, not into this one: it has a row for each system"):
        result = do_job(local, job["uid"])
    assert [one["title"] for one in result["files"]] == ["Scored workbook", "Segments as CSV"]


def test_another_sheet_can_be_chosen_and_an_empty_first_one_is_passed_over(local: Site) -> None:
    content = workbook(
        [], [], {"Second": [["Reference", "Google"], ["a", "b"]], "Third": [["ref", "hyp:A"], ["c", "d"]]}
    )
    browser, address = bring(local, content)
    assert "sheet <bdi>Second</bdi>, 1 row." in browser.get(address).text
    page = browser.get(f"{address}?sheet=Third").text
    assert "sheet <bdi>Third</bdi>, 1 row." in page
    assert 'name="sheet" value="Third"' in page
    refused = browser.get(f"{address}?sheet=None")
    assert refused.status_code == 422
    assert (
        "there is no sheet &#39;None&#39;; there are &#39;Cases&#39;, &#39;Second&#39;, &#39;Third&#39;" in refused.text
    )


def test_a_file_is_forgotten_at_once(local: Site) -> None:
    browser, address = bring(local, workbook())
    assert address in browser.get("/spreadsheet").text
    assert browser.send_form(f"{address}/forget").headers["location"] == "/spreadsheet"
    assert address not in browser.get("/spreadsheet").text
    assert browser.get(address).status_code == 404
    answer = browser.send_form(f"{address}/score", metrics=["wer"])
    assert answer.status_code == 404
    assert "there is no such file" in answer.text.lower()


def test_only_a_spreadsheet_is_forgotten_as_one(local: Site) -> None:
    browser = local.browser()
    with local.database.writing() as connection:
        other = keep_file(connection, "local", "hotel.zip", b"anything", "application/zip")
    assert browser.send_form(f"/spreadsheet/{other.uid}/forget").status_code == 404
    assert browser.get(f"/files/{other.uid}").status_code == 200


def test_files_of_others_are_not_there(public: Site) -> None:
    judge, manager = public.browser().sign_in("judge"), public.browser().sign_in("manager")
    answer = judge.post(
        "/spreadsheet", data={"csrf": judge.token}, files={"file": (NAME, workbook())}, follow_redirects=False
    )
    address = answer.headers["location"]
    assert judge.get(address).status_code == 200
    assert manager.get(address).status_code == 404
    assert manager.send_form(f"{address}/forget").status_code == 404
    assert manager.send_form(f"{address}/score", metrics=["wer"]).status_code == 404
    assert judge.get(address).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"roles": ["source"], "metrics": ["wer"]}, 422, "1 roles for 6 columns; give one for each column"),
        ({"roles": ["sauce"] * 6, "metrics": ["wer"]}, 400, "'sauce' is no role of a column (did you mean 'source'?)"),
        ({"metrics": []}, 400, "no metric is chosen; tick at least one"),
        ({"metrics": ["spm"]}, 400, "no metric 'spm' is offered here"),
        ({"roles": ["ignore"] * 6, "metrics": ["wer"]}, 422, "no column is a reference"),
        ({"sheet": "Nowhere", "metrics": ["wer"]}, 422, "there is no sheet 'Nowhere'"),
    ],
)
def test_what_cannot_be_scored_makes_no_job(local: Site, body: dict[str, Any], status: int, message: str) -> None:
    program = local.program()
    file = program.post("/api/v1/spreadsheet", files={"file": (NAME, workbook())}).json()
    answer = program.post(f"/api/v1/spreadsheet/{file['uid']}/score", json=body)
    assert (answer.status_code, message in answer.json()["error"]["message"]) == (status, True), answer.text
    assert program.get("/api/v1/jobs").json()["jobs"] == []


def test_no_file_and_an_empty_one_are_said(local: Site) -> None:
    browser = local.browser()
    # as browsers send a form in which no file was chosen
    boundary = b'--x\r\nContent-Disposition: form-data; name="'
    for name, message in (
        ("", "No file was sent; choose one."),
        ("a.csv", "a.csv: the file is empty; choose another."),
    ):
        sent = boundary + b'csrf"\r\n\r\n' + browser.token.encode() + b"\r\n" + boundary
        sent += f'file"; filename="{name}"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n'.encode()
        answer = browser.post("/spreadsheet", content=sent, headers={"Content-Type": "multipart/form-data; boundary=x"})
        assert answer.status_code == 422
        assert message in answer.text


def test_a_cancelled_job_keeps_nothing(local: Site) -> None:
    program = local.program()
    file = program.post("/api/v1/spreadsheet", files={"file": (NAME, workbook())}).json()
    job = program.post(f"/api/v1/spreadsheet/{file['uid']}/score", json={"metrics": ["wer"]}).json()
    with pytest.raises(Cancelled):
        do_job(local, job["uid"], Progress(is_cancelled=True))
    assert [one["uid"] for one in program.get("/api/v1/spreadsheet").json()["files"]] == [file["uid"]]


def test_large_files_are_checked_in_the_job(local: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtassay.web.pages.spreadsheet.preview.CHECKED_ROWS", 3)
    browser, address = bring(local, workbook())
    page = browser.get(address).text
    assert "The file is large, so its texts are checked when it is scored." in page
    assert "Score 3 segments of 2 systems" in page


def test_a_text_that_no_cell_can_hold_leaves_the_csv(local: Site) -> None:
    program = local.program()
    content = b"ref,hyp:A\n" + b"a " * 20_000 + b",b\n"
    file = program.post("/api/v1/spreadsheet", files={"file": ("long.csv", content)}).json()
    job = program.post(f"/api/v1/spreadsheet/{file['uid']}/score", json={"metrics": ["wer"]}).json()
    result = do_job(local, job["uid"])
    assert [one["name"] for one in result["files"]] == ["long-scored.csv"]
    assert "a cell holds 32,767" in result["notes"][0]


def test_rows_made_to_take_long_are_scored_by_the_job_alone(local: Site) -> None:
    long = " ".join("abc"[number * number % 3] for number in range(40_000))
    content = f"Reference\tOutput\n{long}\t{long[::-1]}x\n".encode()
    program = local.program()
    kept = program.post("/api/v1/spreadsheet", files={"file": ("long.tsv", content)}).json()
    shown = program.get(f"/api/v1/spreadsheet/{kept['uid']}").json()["preview"]
    assert shown["note"] == "The first rows are so long that their scores are shown once the file is scored."
    assert shown["rows"][0]["scores"] is None
    assert not shown["problem"]


def test_more_columns_than_anybody_chooses_from_are_refused(local: Site) -> None:
    content = ("\t".join(f"c{number}" for number in range(5_000)) + "\n" + "\t".join(["a"] * 5_000)).encode()
    answer = local.program().post("/api/v1/systems", files={"files": ("wide.tsv", content)})
    assert answer.status_code == 422
    assert "5,000 columns, and the workbench takes up to 1,000" in answer.json()["error"]["message"]
