"""Help, which needs no network."""

from dataclasses import dataclass

from mtassay.store.accounts import Role
from mtassay.web.routes import Context, Routes

ROUTES = Routes("Help")


@dataclass(frozen=True)
class HelpPage:
    """Nothing that depends on who asks."""


@ROUTES.page("/help", may=Role.JUDGE, template="help_page.html", twin=False)
def help_page(context: Context) -> HelpPage:
    """What each page is for, and the keys."""
    return HelpPage()
