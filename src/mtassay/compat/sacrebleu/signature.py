"""Signatures as sacreBLEU spells them, long and short."""

from collections.abc import Mapping

_SHORT_KEYS = {
    "nrefs": "#",
    "seed": "rs",
    "test": "t",
    "lang": "l",
    "origlang": "o",
    "subset": "S",
    "version": "v",
}


class Signature:
    """Keys and values in the order in which they are printed, those that are None left out; the version comes last."""

    def __init__(self, info: Mapping[str, object], short_keys: Mapping[str, str]) -> None:
        self.info: dict[str, object] = dict(info)
        self._short_keys = {**_SHORT_KEYS, **short_keys}

    def format(self, short: bool = False) -> str:
        """`key:value|key:value`, or with the short keys."""
        given = [key for key, value in self.info.items() if value is not None]
        keys = sorted(given, key=lambda key: key == "version")
        shown = {key: self._short_keys.get(key, key) if short else key for key in keys}
        return "|".join(f"{shown[key]}:{self.info[key]}" for key in keys)

    def update(self, key: str, value: object) -> None:
        """Add an item, or change one."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()
