"""What is refused before any page is asked."""

import asyncio
import re

import pytest
from starlette.testclient import TestClient

from mtassay.store.work.kept_files import keep_file
from mtassay.web.safety import gate
from mtassay.web.safety.gate import HEADERS
from mtassay.web.serving.all_pages import PAGES
from mtassay.web.serving.configuration import Configuration


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1:9", "localhost:8001", "", "[::1"]
)
def test_a_name_that_points_to_this_machine_from_elsewhere_is_refused(local, host):
    answer = local.browser().get("/help", headers={"Host": host})
    assert answer.status_code == 421
    assert "Wrong address" in answer.text


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000"])
def test_the_names_of_this_machine_are_answered(local, host):
    assert local.browser().get("/help", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto", "Via", "CF-Connecting-IP"],
)
def test_a_proxy_before_a_server_without_passwords_is_refused(local, header):
    answer = local.browser().get("/help", headers={header: "203.0.113.5"})
    assert answer.status_code == 403
    assert "Start it with its public address" in answer.text


def test_a_public_server_answers_to_its_own_name_only(public):
    browser = public.browser()
    assert browser.get("/sign-in").status_code == 200
    assert browser.get("/sign-in", headers={"Host": "localhost:8000"}).status_code == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:8001", "https://localhost:8000"])
def test_a_form_that_another_page_sends_is_refused(local, origin):
    browser = local.browser()
    answer = browser.post("/account/keys", data={"csrf": browser.token, "label": "x"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "Sent from elsewhere" in answer.text


def test_a_form_without_origin_needs_another_sign_of_where_it_came_from(local):
    browser = local.browser()
    token = browser.token
    del browser.headers["Origin"]
    data = {"csrf": token, "label": "x"}
    assert browser.post("/account/keys", data=data).status_code == 403
    assert browser.post("/account/keys", data=data, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert browser.post("/account/keys", data=data, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert (
        browser.post("/account/keys", data=data, headers={"Referer": "http://localhost:8000/account"}).status_code
        == 200
    )
    assert (
        browser.post("/account/keys", data=data, headers={"Referer": "http://localhost:8000.evil/"}).status_code == 403
    )


@pytest.mark.parametrize("token", ["", "0" * 64, "é"])
def test_a_form_without_the_token_of_its_session_is_refused(local, token):
    answer = local.browser().post("/account/keys", data={"csrf": token, "label": "x"})
    assert answer.status_code == 403
    assert "Form out of date" in answer.text


def test_the_token_of_another_session_is_refused(local):
    other = local.browser().token
    browser = local.browser()
    browser.get("/help")
    assert browser.post("/account/keys", data={"csrf": other, "label": "x"}).status_code == 403


def test_the_api_takes_no_cookies(public):
    browser = public.browser().sign_in("administrator")
    assert browser.get("/account").status_code == 200
    answer = browser.get("/api/v1/accounts")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_pages_take_no_keys(public):
    program = public.program(1)
    assert program.get("/api/v1/account").status_code == 200
    assert program.get("/account", follow_redirects=False).status_code == 303


def test_the_api_needs_a_key_also_at_this_machine(local):
    assert local.browser().get("/api/v1/jobs").status_code == 401
    assert local.program().get("/api/v1/jobs").status_code == 200


@pytest.mark.parametrize("key", ["Bearer", "Bearer x", "Basic YTpi", "Bearer mta_" + "A" * 43, "bearer \t"])
def test_keys_that_nobody_made_open_nothing(local, key):
    assert local.browser().get("/api/v1/jobs", headers={"Authorization": key}).status_code == 401


def test_a_local_key_opens_nothing_on_a_public_server(public):
    assert public.program(None).get("/api/v1/jobs").status_code == 401


def test_no_other_site_may_read_answers(local):
    answer = local.program().get("/api/v1/jobs", headers={"Origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]
    assert local.program().options("/api/v1/jobs", headers={"Origin": "https://evil.example"}).status_code == 405


@pytest.mark.parametrize(
    "path", ["/help", "/nowhere", "/static/tokens.css", "/static/nowhere.css", "/api/v1/jobs", "/account"]
)
def test_every_answer_has_the_headers_of_safety(local, path):
    answer = local.browser().get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "server" not in answer.headers


def test_the_limit_is_said_alike_by_page_and_refusal(make_site):
    browser = make_site(most_upload_bytes=2_000_000).browser()
    assert "at most 2 MB together" in browser.get("/systems").text
    assert "at most 2 MB<" in browser.get("/spreadsheet").text
    large = {"file": ("a.csv", b"a" * 4_000_000)}
    assert "up to 2 MB at once" in browser.post("/spreadsheet", data={"csrf": browser.token}, files=large).text


def test_more_than_the_limit_is_refused_whatever_its_length_is_said_to_be(make_site):
    browser = make_site(most_upload_bytes=1024).browser()
    large = b"csrf=x&label=" + b"a" * (2 * 1024**2)
    answer = browser.post("/account/keys", content=large, headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 413
    assert "up to" in answer.text

    def pieces():
        yield from (large[start : start + 65536] for start in range(0, len(large), 65536))

    answer = browser.post(
        "/account/keys", content=pieces(), headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert answer.status_code == 413


def test_who_has_not_signed_in_sends_little(public):
    browser = public.browser()
    form = f"csrf={browser.token}&name=judge&password=".encode() + b"a" * 100_000
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    for content in (form, iter([form])):
        answer = browser.post("/sign-in", content=content, headers=kind)
        assert answer.status_code == 413
        assert "Sign in first" in answer.text
    assert browser.sign_in("judge").get("/account").status_code == 200


def test_a_body_that_never_comes_keeps_nobody_waiting(local, monkeypatch):
    monkeypatch.setattr(gate, "_PATIENCE_SECONDS", 0.2)
    answers = []

    async def receive():
        await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b"a", "more_body": True}

    async def send(message):
        answers.append(message)

    headers = [(b"host", b"localhost:8000"), (b"origin", b"http://localhost:8000")]
    form = (b"content-type", b"application/x-www-form-urlencoded")
    scope = {"type": "http", "method": "POST", "path": "/account/keys", "raw_path": b"/account/keys", "root_path": ""}
    asyncio.run(local.app({**scope, "query_string": b"", "headers": [*headers, form]}, receive, send))
    assert answers[0]["status"] == 408


def test_cookies_of_other_servers_at_this_machine_do_no_harm(local):
    browser = local.browser()
    token = browser.token
    own = f"{local.configuration.session_cookie}={browser.cookies[local.configuration.session_cookie]}"
    for other in ('state={"a": "b c", [1]}', "a\tb", "@@", 'x="unfinished'):
        for cookies in (f"{other}; {own}", f"{own}; {other}"):
            browser.cookies.clear()
            answer = browser.post("/account/keys", data={"csrf": token, "label": "x"}, headers={"Cookie": cookies})
            assert answer.status_code == 200, cookies


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(local, public):
    plain = local.browser().get("/help").headers["Set-Cookie"]
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    safe = public.browser().get("/sign-in").headers["Set-Cookie"]
    assert safe.startswith("__Host-")
    assert "Secure" in safe
    assert "Path=/" in safe


def test_faults_of_ours_show_no_traceback(local, monkeypatch):
    monkeypatch.setattr("mtassay.web.pages.jobs.stored.jobs_of", lambda *_: 1 / 0)
    answer = local.browser().get("/jobs")
    assert answer.status_code == 500
    assert "A fault in mtassay" in answer.text
    assert "ZeroDivision" not in answer.text


@pytest.mark.parametrize(
    "path", ["/nowhere", "/jobs/..%2f..%2fetc", "/jobs/" + "a" * 5000, "/files/0", "/static/../app.py"]
)
def test_what_is_not_there_is_said(local, path):
    answer = local.browser().get(path)
    assert answer.status_code == 404
    assert "<h1>Not found</h1>" in answer.text
    assert local.program().get(f"/api/v1{path}").json()["error"]["title"] == "Not found"


def test_addresses_that_only_this_machine_reaches():
    assert Configuration("x.db").is_local
    assert Configuration("x.db", host="::1").is_local
    assert Configuration("x.db", host="127.0.0.5").is_local
    assert not Configuration("x.db", host="0.0.0.0").is_local
    assert not Configuration("x.db", host="example.org").is_local
    assert not Configuration("x.db", public_url="https://a.example").is_local


def test_no_page_names_anything_elsewhere(local):
    client: TestClient = local.browser()
    pages = [
        route.path
        for group in PAGES
        for route in group.pages.routes
        if "GET" in route.methods and "{" not in route.path
    ]
    seen = 0
    for path in pages:
        answer = client.get(path)
        found = re.findall(r"""(?:https?:)?//[^\s"'<>)]+""", answer.text)
        outside = [one for one in found if "localhost" not in one and "www.w3.org/2000/svg" not in one]
        assert not outside, (path, outside)
        seen += answer.status_code == 200
    assert seen >= 5


@pytest.mark.parametrize("path", ["/", "/help", "/static/tokens.css", "/nothing/there", "/api/v1/jobs"])
def test_whatever_can_be_looked_at_can_be_asked_about(local, path):
    browser = local.browser()
    browser.get("/help")  # so that both have a cookie
    looked, asked = browser.get(path), browser.head(path)
    assert asked.status_code == looked.status_code
    assert asked.content == b""
    assert asked.headers["content-type"] == looked.headers["content-type"]


def test_a_form_cannot_be_asked_about(local):
    assert local.browser().head("/sign-out").status_code == 405


def test_a_program_is_told_whether_it_sent_no_key_or_a_wrong_one(local):
    program = local.program()
    assert program.get("/api/v1/jobs").status_code == 200
    for header, title in (
        (None, "No key"),
        ("Basic YTpi", "No key"),
        ("Bearer ", "No key"),
        ("Bearer x", "Key not valid"),
    ):
        stranger = TestClient(local.app, base_url=local.configuration.origin)
        answer = stranger.get("/api/v1/jobs", headers={} if header is None else {"Authorization": header})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["error"]["title"] == title


def test_large_answers_are_compressed_where_the_browser_can_read_that(local):
    browser = local.browser()
    for path in ("/help", "/static/components.css"):
        packed = browser.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(packed.content) / 2
        assert packed.headers["vary"] == "Accept-Encoding"
        assert "content-encoding" not in browser.get(path, headers={"Accept-Encoding": "identity"}).headers


def test_files_that_are_compressed_are_sent_as_they_are(local):
    content = bytes(5000)
    with local.database.writing() as connection:
        kept = keep_file(connection, "local", "a.zip", content, "application/zip")
    answer = local.browser().get(f"/files/{kept.uid}", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
