"""The kinds of judgments that archives and databases of others may hold: those that all figures and lists can read."""

from mtassay.errors import InputError
from mtassay.store.schema import SSER


def check_judgment_kind(kind: str, where: str) -> None:
    """Refuse a kind that figures would pass over while lists count it; `where` names the file and the judgment."""
    if kind != SSER:
        raise InputError(
            f"{where} is of the kind {kind[:40]!r}, which a newer mtassay must have written; nothing was stored. "
            "Update: pip install --upgrade mtassay"
        )
