"""Files made to do harm, sent as browsers send files: each is refused with what it is and why, and none is a fault."""

import gzip
import html
import io
import lzma
import re
import resource
import zipfile
from typing import Any, TypeAlias

import pytest
import xlsxwriter
from backports import zstd

from mtassay.web.pages.spreadsheet.sheets import MOST_COLUMNS
from mtassay.web.serving import uploads

Site: TypeAlias = Any  # of conftest.py

LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
BILLION_LAUGHS = f'<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a0 "ha">{LAUGHS}]><tmx><body>&a9;</body></tmx>'
EXTERNAL = '<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/passwd">]><tmx><body>&x;</body></tmx>'
PARAMETER = '<!DOCTYPE tmx [<!ENTITY % x SYSTEM "http://localhost:9/x.dtd"> %x;]><tmx><body/></tmx>'
UNIT = '<tu><tuv xml:lang="en"><seg>{0}</seg></tuv><tuv xml:lang="de"><seg>{0}</seg></tuv></tu>'
XINCLUDE = 'xmlns:xi="http://www.w3.org/2001/XInclude"'
TMX = f'<?xml version="1.0"?><tmx version="1.4" {XINCLUDE}><header srclang="en"/><body>{{}}</body></tmx>'
FAR = b'<worksheet><sheetData><row r="1"><c r="A1"/><c r="XFD1048576"/></row></sheetData></worksheet>'
SIZE = 300 << 20
TOO_MUCH = "unpacked, and mtassay reads up to 256 MB"
INCLUDED = TMX.format(UNIT.format('<xi:include href="file:///etc/passwd" parse="text"/>'))
HUGE_ATTRIBUTE = TMX.format(f'<tu tuid="{"x" * 11_000_000}"></tu>')
DEEP = TMX.format("<tu>" * 1000 + "</tu>" * 1000)


def workbook(part: str = "", content: bytes = b"", columns: int = 2) -> bytes:
    """A harmless workbook, in which one part has another content, or which has one part more."""
    written = io.BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Cases")
        sheet.write_row(0, 0, ["Reference", *(f"Output {number}" for number in range(1, columns))])
        sheet.write_row(1, 0, ["a b"] * columns)
    changed = io.BytesIO()
    with zipfile.ZipFile(written) as parts, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as copied:
        for info in parts.infolist():
            copied.writestr(info.filename, content if info.filename == part else parts.read(info))
        if part and part not in parts.namelist():
            copied.writestr(part, content)
    return changed.getvalue()


def liar() -> bytes:
    """A workbook with a part that is a hundred times as large as it says."""
    honest = workbook("xl/media/a.bin", bytes(10 << 20))
    return honest.replace((10 << 20).to_bytes(4, "little"), (100_000).to_bytes(4, "little"))


ATTACKS: dict[str, tuple[str, Any, str]] = {
    "zip bomb": ("a.xlsx", lambda: workbook("xl/media/a.bin", bytes(SIZE)), TOO_MUCH),
    "zip that lies": ("a.xlsx", liar, "this is no spreadsheet, or a broken one"),
    "gzip bomb": ("a.csv.gz", lambda: gzip.compress(bytes(SIZE), 1), TOO_MUCH),
    "xz bomb": ("a.csv.xz", lambda: lzma.compress(bytes(SIZE), preset=0), TOO_MUCH),
    "zstd bomb": ("a.csv.zst", lambda: zstd.compress(bytes(SIZE)), TOO_MUCH),
    "billion laughs": ("a.tmx", lambda: BILLION_LAUGHS.encode(), "a document type (<!DOCTYPE …>), which can make"),
    "external entity": ("a.tmx", lambda: EXTERNAL.encode(), "a document type (<!DOCTYPE …>), which can make"),
    "parameter entity": ("a.tmx", lambda: PARAMETER.encode(), "a document type (<!DOCTYPE …>), which can make"),
    "laughs in UTF-16": ("a.tmx", lambda: BILLION_LAUGHS.encode("utf-16"), "a document type"),
    "XInclude": ("a.tmx", lambda: INCLUDED.encode(), "an XInclude, which would put another file here"),
    "huge attribute": ("a.tmx", lambda: HUGE_ATTRIBUTE.encode(), "more than 10 million bytes"),
    "deep nesting": ("a.tmx", lambda: DEEP.encode(), "257 levels inside one another, and mtassay reads up to 256"),
    "laughs in XLIFF": ("a.xlf", lambda: BILLION_LAUGHS.replace("tmx", "xliff").encode(), "a document type"),
    "DOCTYPE in a workbook": (
        "a.xlsx",
        lambda: workbook("xl/workbook.xml", EXTERNAL.encode()),
        "xl/workbook.xml has a DOCTYPE or another encoding than UTF-8",
    ),
    "DOCTYPE in UTF-16 in a workbook": (
        "a.xlsx",
        lambda: workbook("xl/sharedStrings.xml", EXTERNAL.encode("utf-16")),
        "xl/sharedStrings.xml has a DOCTYPE or another encoding than UTF-8",
    ),
    "not a zip": ("a.xlsx", lambda: b"PK\x03\x04 and nothing else", "this is no spreadsheet, or a broken one"),
    "cut off": ("a.xlsx", lambda: workbook()[:-200], "this is no spreadsheet, or a broken one"),
    "cell far out": (
        "a.xlsx",
        lambda: workbook("xl/worksheets/sheet1.xml", FAR),
        "mtassay reads up to 5,000,000 cells",
    ),
    "many columns": ("a.csv", lambda: b"x," * 299 + b"x\n", f"columns, and the workbench shows up to {MOST_COLUMNS}"),
    "many rows": ("a.csv", lambda: b"a,b\n" * 200_002, "and the workbench takes up to 200,000; split the file"),
    "a text without end": ("a.csv", lambda: b"ref,hyp:A\nx," + b"y" * 200_000, "200,000 characters in one segment"),
    "NUL": ("a.csv", lambda: b"ref,hyp:A\nx,\0\n", "U+0000"),
    "deep JSON": ("a.json", lambda: b"[" * 100_000, "too deep inside one another"),
    "random bytes": ("a.csv", lambda: bytes(range(256)) * 50, "U+0000"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused_and_said(local: Site, attack: str) -> None:
    name, make, message = ATTACKS[attack]
    browser = local.browser()
    content = make()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer = browser.post("/spreadsheet", data={"csrf": browser.token}, files={"file": (name, content)})
    found = re.search(r'<div class="notice bad"[^>]*>.*?<span>(.*?)</span>', answer.text, re.DOTALL)
    assert (answer.status_code, found is not None) == (422, True), answer.text
    said = html.unescape(found[1])
    assert said.startswith(name)
    assert message in said
    assert "root:" not in answer.text
    # a bomb takes what is read of it, a buffer that grows by doubling, and not what is in it
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 3 * uploads.MOST_UNPACKED_BYTES / 1024
    assert "/spreadsheet/" not in browser.get("/spreadsheet").text
    twin = local.program().post("/api/v1/spreadsheet", files={"file": (name, content)})
    assert twin.status_code == 422
    assert twin.json()["error"]["message"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd.csv", "passwd.csv"),
        ("..\\..\\windows\\a.csv", "a.csv"),
        ("/etc/a.csv", "a.csv"),
        ("a\0b.csv", "b.csv"),
        ("<script>alert(1)</script>.csv", "script&gt;.csv"),
        ("<img src=x onerror=alert(1)>.csv", "&lt;img src=x onerror=alert(1)&gt;.csv"),
        ("x" * 5000 + ".csv", "x" * 196 + ".csv"),
        ("a\u202evsc.exe.csv", "a\N{REPLACEMENT CHARACTER}vsc.exe.csv"),
        ("..", "file"),
        ("תרגום 日本.csv", "תרגום 日本.csv"),
        ("{{ 7 * 7 }}.csv", "{{ 7 * 7 }}.csv"),
    ],
)
def test_a_name_is_for_people_to_read_and_nothing_else(local: Site, name: str, shown: str) -> None:
    browser = local.browser()
    sent = b'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n' + browser.token.encode()
    sent += b'\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="' + name.encode()
    sent += b'"\r\nContent-Type: text/csv\r\n\r\nReference,Google\na b,a c\n\r\n--x--\r\n'
    answer = browser.post(
        "/spreadsheet",
        content=sent,
        headers={"Content-Type": "multipart/form-data; boundary=x"},
        follow_redirects=False,
    )
    if answer.status_code != 303:  # what no browser sends
        assert answer.status_code in (400, 422), answer.text
        return
    for address in ("/spreadsheet", answer.headers["location"]):
        page = browser.get(address)
        assert page.status_code == 200
        assert shown in page.text
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
    uid = answer.headers["location"].rpartition("/")[2]
    download = browser.get(f"/files/{uid}")
    assert download.headers["content-disposition"].startswith('attachment; filename="')
    assert "\n" not in download.headers["content-disposition"]
    assert "/" not in download.headers["content-disposition"].replace("UTF-8''", "")


@pytest.mark.parametrize("uid", ["..%2f..", "0" * 32, "a\0b", "' OR 1=1 --", "x" * 5000, "日本"])
def test_an_address_that_is_none_is_not_found(local: Site, uid: str) -> None:
    from urllib.parse import quote

    browser = local.browser()
    for path in (f"/spreadsheet/{quote(uid, safe='%')}", f"/files/{quote(uid, safe='%')}"):
        assert browser.get(path).status_code in (404, 307), path
        assert browser.send_form(f"{path}/forget").status_code in (404, 405), path
