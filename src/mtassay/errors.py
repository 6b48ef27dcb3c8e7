"""What can go wrong that is not a bug. Messages say what is wrong, where, and what to do.

They say it in words that hold at a terminal and in a browser. Where one command or option does it, the error names the
remedy, and the command line adds what is typed.
"""

from collections.abc import Mapping
from enum import Enum, auto


class Remedy(Enum):
    """What to do about an error, where one command or option does it."""

    MAKE_DATABASE = auto()
    UPGRADE_DATABASE = auto()
    RESTORE_BACKUP = auto()
    MAKE_PROJECT = auto()
    SEE_HISTORY = auto()
    SEE_ESTIMATE = auto()
    DRAW_QUEUE = auto()
    CLOSE_QUEUE = auto()
    ASK_FOR_ITEMS = auto()
    SPREAD_QUEUE = auto()
    NAME_PROJECT = auto()
    NAME_SOURCES = auto()
    NAME_LABELS = auto()
    NAME_POST_EDITS = auto()
    NAME_HUMAN_SCORES = auto()
    COMPARE_COMMON = auto()
    GROUP_BY_ITEM = auto()
    CROSS_LANGUAGES = auto()
    SAVE_SCORES = auto()
    JOIN_SCORES = auto()
    KEEP_COLUMN = auto()
    COUNT_CANDIDATES = auto()
    USE_MEMORY = auto()
    NAME_SECRET_FILE = auto()
    CHOOSE_PORT = auto()
    CONVERT_TO_UTF8 = auto()
    NAME_ENCODING = auto()
    PACK_OTHERWISE = auto()
    CONVERT_LINE_ENDS = auto()


class MtassayError(Exception):
    """The root of every error that mtassay raises on purpose.

    `about` says what the remedy is for: the `location` of a database, without a password; `system` and `run` of a
    queue, and its `judges`, with commas between.
    """

    def __init__(
        self, *arguments: object, remedy: Remedy | None = None, about: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(*arguments)
        self.remedy = remedy
        self.about: Mapping[str, str] = about or {}


class InputError(MtassayError, ValueError):
    """The data cannot be used: names the file or argument, the line and the likely cause."""


class SettingError(MtassayError, ValueError):
    """An option or its value does not exist: names the nearest one that does."""


class MissingExtra(MtassayError, ImportError):
    """An optional package is not installed: says the command that installs it."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__(f"{need} needs an optional package; install it with: pip install 'mtassay[{extra}]'")


class OutputError(MtassayError):
    """A result cannot be written: names the file and the cause."""


class StorageError(MtassayError):
    """The database cannot be used: names it, and the cause."""


class NotFound(StorageError):
    """What was asked for is not in the database."""


class Conflict(StorageError):
    """A change contradicts what the database holds."""


class SchemaOutdated(StorageError):
    """The database was written by an older version: it has to be brought up to date."""


class MtassayWarning(UserWarning):
    """Something odd that does not stop the work."""


class ChoiceWarning(MtassayWarning):
    """What the data decided, and how to decide otherwise: in words that hold at a terminal and in a browser."""
