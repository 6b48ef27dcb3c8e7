"""The pages of a judge, asked and answered as browsers do."""

import secrets

import sqlalchemy as sa

from mtassay.store.people.accounts import find_account
from mtassay.store.schema import JUDGES, JUDGMENTS, MARKS, TARGETS

JUDGE = "/projects/1/judge"


def target_of(site, text):
    with site.database.reading() as connection:
        return connection.scalar(sa.select(TARGETS.c.id).where(TARGETS.c.text == text))


def stored(site, judge):
    """The values of a judge's judgments that were not taken away, the oldest first."""
    gone = sa.select(MARKS.c.row).where(MARKS.c.kind == "judgments", MARKS.c.is_gone)
    query = (
        sa.select(JUDGMENTS.c.value)
        .join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGES.c.name == judge, JUDGMENTS.c.id.not_in(gone))
        .order_by(JUDGMENTS.c.id)
    )
    with site.database.reading() as connection:
        return list(connection.scalars(query))


def answer(browser, target, value, *, query="?judge=clara", token=None, json=True, **fields):
    headers = {"Accept": "application/json"} if json else {}
    data = {"csrf": browser.token, "target": target, "value": value, "token": token or secrets.token_hex(16), **fields}
    return browser.post(f"{JUDGE}/answer{query}", data=data, headers=headers, follow_redirects=False)


def question(browser, query="?judge=clara", **more):
    joined = "&".join(f"{name}={value}" for name, value in more.items())
    answered = browser.get(f"{JUDGE}/question{query}&{joined}")
    assert answered.status_code == 200, answered.text
    return answered.text


PHRASE = "yes, hello, this is the hotel at the market."


def judging_program(site):
    """A program with a key of the judge."""
    with site.database.reading() as connection:
        account = find_account(connection, "judge").id
    return site.program(account)


def shown_number(program, text):
    """The number by which a judge on a server with accounts knows a translation."""
    for box in program.get(f"/api/v1{JUDGE}?unknown=no").json()["boxes"]:
        found = program.get(f"/api/v1{JUDGE}/question?at={box['target']}").json()["question"]
        if found["text"] == text:
            return box["target"]
    raise AssertionError(text)
