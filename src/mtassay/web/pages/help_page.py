"""Help, which needs no network: the guide for judges, what figures mean, and what each page is for."""

from dataclasses import dataclass

from mtassay.human.scales import EVALTRANS
from mtassay.store.people.accounts import Role
from mtassay.web.serving.routes import Context, Routes

ROUTES = Routes("Help")


@dataclass(frozen=True)
class Anchor:
    """A score in words."""

    value: float
    words: str


@dataclass(frozen=True)
class HelpPage:
    """The words of the EvalTrans scale, the best first; the rest depends on the role only."""

    anchors: list[Anchor]


@ROUTES.page("/help", may=Role.JUDGE, template="help_page.html", twin=False)
def help_page(context: Context) -> HelpPage:
    """How to judge, how to read the numbers, what each page is for, and the keys."""
    return HelpPage([Anchor(value, words) for value, words in reversed(list(EVALTRANS.anchors.items()))])
