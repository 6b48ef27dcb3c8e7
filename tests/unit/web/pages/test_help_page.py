"""The help names every key of judging and every class of information items, as the one list has them."""

import re

from mtassay.human.item_classes import CLASSES
from mtassay.human.protocols.base import COMMON_KEYS, legend
from mtassay.human.protocols.sser import Sser
from mtassay.reports.page.rendering import STATIC


def test_keys_and_classes(public):
    page = public.browser().sign_in("judge").get("/help").text
    keys = page[page.index('id="judging-keys"') :]
    keys = keys[: keys.index("</section>")]
    shown = [key for entry in legend(Sser().keys) for key in entry.shown]
    assert re.findall("<kbd>(.*?)</kbd>", keys) == [*shown, *(key.key for key in (*Sser().project_keys, *COMMON_KEYS))]
    assert "score; x is 10" in keys
    assert "ok, missing, wrong in syntax, wrong in meaning, or otherwise wrong." in page


def test_every_class_has_a_colour():
    tokens = (STATIC / "tokens.css").read_text(encoding="utf-8")
    components = (STATIC / "components.css").read_text(encoding="utf-8")
    for one in CLASSES:
        assert f"--item-{one.name}:" in tokens
        assert f"--on-{one.name}:" in tokens
        assert f".sw.{one.name} " in components
