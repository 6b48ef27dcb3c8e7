"""Help, which needs no network: the guide for judges, what figures mean, and what each page is for."""

from dataclasses import dataclass

from mtassay.human.protocols.base import COMMON_KEYS, Key, LegendEntry, legend
from mtassay.human.protocols.sser import Sser
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
    """The words of the EvalTrans scale, the best first, and the keys of judging; the rest depends on the role only."""

    anchors: list[Anchor]
    legend: list[LegendEntry]
    common_keys: list[Key]


@ROUTES.page("/help", may=Role.JUDGE, template="help_page.html", twin=False)
def help_page(context: Context) -> HelpPage:
    """How to judge, how to read the numbers, what each page is for, and the keys."""
    anchors = [Anchor(value, words) for value, words in reversed(list(EVALTRANS.anchors.items()))]
    protocol = Sser.on(EVALTRANS)
    return HelpPage(anchors, list(legend(protocol.keys)), [*protocol.project_keys, *COMMON_KEYS])
