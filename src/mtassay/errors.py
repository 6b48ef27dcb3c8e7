"""What can go wrong that is not a bug. Messages say what is wrong, where, and what to do."""


class MtassayError(Exception):
    """The root of every error that mtassay raises on purpose."""


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
    """The database was written by an older version: says the command that brings it up to date."""


class MtassayWarning(UserWarning):
    """Something odd that does not stop the work."""
