"""A judge who came by the link of a seat, in tests of pages."""

import json
import re
from html import unescape
from typing import Any

from campaign_desk import begin

from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.links import make_links
from mtassay.store.contents.projects import add_project, find_project


class JudgeAtASeat:
    """A browser that knows what its pages say, and sends their forms."""

    def __init__(self, site: Any, language: str = "en") -> None:
        self.site = site
        self.browser = site.browser()
        self.browser.headers["Accept-Language"] = language
        self._csrf = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.browser, name)

    def come(self, token: str) -> "JudgeAtASeat":
        """Open a link, and start."""
        opened = self.browser.get(f"/j/{token}")
        assert opened.status_code == 200, opened.text
        begun = self.browser.send_form("/j")
        assert (begun.status_code, begun.headers["Location"]) == (303, "/seat"), begun.text
        return self

    @property
    def seat_session(self) -> str:
        """What its cookie says."""
        session: str = self.browser.cookies.get(self.site.configuration.seat_cookie)
        return session

    @property
    def seat_token(self) -> str:
        """What a page of this seat has in its forms."""
        from mtassay.web.safety.secret import csrf_token

        return csrf_token(self.site.app.state.server.secret, self.seat_session)

    def send_at_seat(self, path: str, **fields: object) -> Any:
        """A form of a page of the seat, as a script of ours sends it or as a browser without one does."""
        data = {"csrf": self.seat_token, **fields}
        return self.browser.post(path, data=data, follow_redirects=False)

    def ask(self, path: str = "/seat") -> "ShownQuestion":
        """What a page asks."""
        answer = self.browser.get(path)
        assert answer.status_code == 200, answer.text
        return ShownQuestion(answer.text)

    def say(self, question: "ShownQuestion", **fields: object) -> Any:
        """Send the form of a question, filled in; what is sent as JSON comes back as JSON."""
        data = {"csrf": self.seat_token, **question.hidden, **fields}
        return self.browser.post("/seat/answer", data=data, headers={"Accept": "application/json"})


class ShownQuestion:
    """The form that a page has."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.hidden = dict(
            re.findall(r'<input type="hidden" name="(target|version|token|seconds)" value="([^"]*)">', html)
        )

    @property
    def target(self) -> int:
        """Which question it is."""
        return int(self.hidden["target"])

    @property
    def is_there(self) -> bool:
        """Whether anything is asked."""
        return "target" in self.hidden

    @property
    def words(self) -> str:
        """The translation in which errors are marked."""
        (told,) = re.findall(r'data-side="target" data-text="([^"]*)"', self.html)
        text: str = json.loads(unescape(told))
        return text

    def names(self, start: str) -> list[str]:
        """The names of fields that begin so."""
        return list(dict.fromkeys(re.findall(rf'name="({start}[^"]*)"', self.html)))

    def values(self, name: str) -> list[str]:
        """The choices of a field."""
        return re.findall(rf'name="{name}" value="([^"]*)"', self.html)


def open_campaign(site: Any, *protocols: str, **design: Any) -> tuple[StoredCampaign, list[str]]:
    """A campaign that runs, and the links of its seats."""
    with site.database.writing() as connection:
        try:
            project = find_project(connection, "talks")
        except Exception:  # the first campaign
            project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        campaign = begin(connection, project, *protocols, **design)
        links = make_links(connection, campaign, None, "manager")
    return campaign, [link.token for link in links]


def sit_down(site: Any, *protocols: str, language: str = "en", **design: Any) -> JudgeAtASeat:
    """A judge at the first seat of a new campaign."""
    _, links = open_campaign(site, *protocols, **design)
    return JudgeAtASeat(site, language).come(links[0])
