"""Which segments somebody means: a filter as a value, as text, in words, and as a mask."""

from dataclasses import dataclass

import numpy as np

from mtassay.analyses.filters.filter_conditions import Condition
from mtassay.analyses.filters.filter_text import read_conditions
from mtassay.analyses.filters.segment_fields import SegmentFields
from mtassay.errors import InputError, SettingError
from mtassay.human.memory import Bools


@dataclass(frozen=True)
class SegmentFilter:
    """Segments for which all conditions hold; all segments where there is none.

    A filter that is **given** was decided before any system translated, so what it leaves is a smaller test set. Any
    other looks at outputs: it can make a difference where there is none, and figures of what it leaves are not tested.

    Example:
        >>> chosen = SegmentFilter.parse("length>=20 and document in (a, b)")
        >>> chosen.in_words()
        'segments with a reference of 20 words or more, of document a or b'
        >>> str(chosen)
        'length >= 20 and document in (a, b)'

    """

    conditions: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "conditions", tuple(dict.fromkeys(self.conditions)))

    @classmethod
    def parse(cls, text: str) -> "SegmentFilter":
        """From its text; a SettingError says what is wrong with it, where, and what to write."""
        return cls(tuple(read_conditions(text)))

    def __str__(self) -> str:
        return " and ".join(map(str, self.conditions))

    @property
    def is_everything(self) -> bool:
        """Whether nothing was asked for."""
        return not self.conditions

    @property
    def is_given(self) -> bool:
        """Whether no condition looks at outputs."""
        return all(condition.is_given for condition in self.conditions)

    @property
    def why_untested(self) -> str:
        """Why no interval and no p-value is shown of what it leaves; empty where both may be."""
        looking = [str(condition) for condition in self.conditions if not condition.is_given]
        if not looking:
            return ""
        return (
            f"The filter looks at outputs ({', '.join(looking)}), so it can make a difference where there is none: "
            "scores are shown without intervals and p-values."
        )

    def in_words(self) -> str:
        """What is meant: `segments with a reference of 20 words or more`."""
        said = ", ".join(condition.in_words() for condition in self.conditions)
        return f"segments {said}" if said else "all segments"

    def mask(self, fields: SegmentFields) -> Bools:
        """Which segments are meant.

        A SettingError says that something it names is not there, an InputError that it needs sources or references.
        """
        chosen = np.ones(fields.size, dtype=bool)
        for condition in self.conditions:
            try:
                chosen &= condition.mask(fields)
            except SettingError as error:
                raise SettingError(f"{condition}: {error}") from None
            except InputError as error:
                raise InputError(f"{condition}: {error}", remedy=error.remedy, about=error.about) from None
        return chosen
