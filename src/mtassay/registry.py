"""Names of things that can be added: metrics, tokenizers, tests, checks.

A class registers itself when it is defined. The modules of one package are imported when a name is
first looked up, so adding a file is all it takes; other distributions use an entry-point group.
"""

import importlib
import pkgutil
import threading
import warnings
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from mtassay.errors import MtassayWarning, SettingError
from mtassay.settings import Configured, did_you_mean, parse_spec

T = TypeVar("T", bound=Configured)


class Registry(Mapping[str, type[T]], Generic[T]):
    """Classes by name, and objects by spec."""

    def __init__(self, kind: str, package: str, *, elsewhere: Mapping[str, str] | None = None) -> None:
        """`elsewhere` says of names that people look for in vain what to do instead."""
        self.kind = kind
        self._elsewhere = elsewhere or {}
        self._package = package
        self._classes: dict[str, type[T]] = {}
        self._loaded = False
        self._loading = threading.RLock()

    def register(self, cls: type[T]) -> None:
        """Add a class under its `name`; a name is given once."""
        known = self._classes.get(cls.name)
        if known is not None and (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
            raise ValueError(f"{self.kind} {cls.name!r} is defined in {known.__module__} and in {cls.__module__}")
        self._classes[cls.name] = cls

    def create(self, spec: str, **defaults: str) -> T:
        """The object that a spec describes; `defaults` are options that hold where the spec is silent."""
        name, values = parse_spec(spec)
        return self[name].from_texts({**defaults, **values})

    def __getitem__(self, name: str) -> type[T]:
        self._load()
        if name not in self._classes:
            if name.lower() in self._elsewhere:
                raise SettingError(f"there is no {self.kind} {name!r} by itself: {self._elsewhere[name.lower()]}")
            raise SettingError(
                f"there is no {self.kind} {name!r}{did_you_mean(name, self)}; "
                f"there are {', '.join(sorted(self._classes))}"
            )
        return self._classes[name]

    def __contains__(self, name: object) -> bool:
        self._load()
        return name in self._classes

    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(sorted(self._classes))

    def __len__(self) -> int:
        self._load()
        return len(self._classes)

    def _load(self) -> None:
        if self._loaded:
            return
        with self._loading:  # a second thread waits here, and then finds all of it imported
            package = importlib.import_module(self._package)
            for module in pkgutil.iter_modules(package.__path__, self._package + "."):
                importlib.import_module(module.name)
            self._load_plugins()
            self._loaded = True

    def _load_plugins(self) -> None:
        """Import what other distributions add. One that is broken is left out and named."""
        from importlib.metadata import entry_points  # slow to import, and needed once

        for entry_point in entry_points(group=self._package):
            try:
                entry_point.load()
            except Exception as error:  # whatever a plugin does wrong, the rest must work
                owner = entry_point.dist.name if entry_point.dist else "an unknown package"
                warnings.warn(
                    f"the {self.kind} {entry_point.name!r} of {owner} cannot be loaded "
                    f"({type(error).__name__}: {error}); update or remove that package",
                    MtassayWarning,
                    stacklevel=2,
                )
