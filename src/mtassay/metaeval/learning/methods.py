"""The ways of learning, by name."""

from collections.abc import Mapping
from typing import Any

from mtassay.errors import SettingError
from mtassay.metaeval.learning.correlation import Correlation
from mtassay.metaeval.learning.fitting import Fitting
from mtassay.metaeval.learning.pairwise import Pairwise
from mtassay.metaeval.learning.ridge import Ridge, Within
from mtassay.settings import did_you_mean

METHODS: Mapping[str, Fitting[Any]] = {made.name: made for made in (Within(), Ridge(), Pairwise(), Correlation())}
"""The default comes first."""


def choose_method(name: str) -> Fitting[Any]:
    """The one of this name."""
    if name not in METHODS:
        raise SettingError(f"method: {name!r}{did_you_mean(name, METHODS)}; there are {', '.join(METHODS)}")
    return METHODS[name]
