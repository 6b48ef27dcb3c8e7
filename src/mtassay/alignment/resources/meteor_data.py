"""What METEOR 1.5 knows of words: the files of its program, in a folder or in its jar, which a user brings.

`function/` has words that say little by themselves, `nonbreaking/` abbreviations, `synonym/` a WordNet in a form of its
own, and `data/`, which lies beside the jar, phrases that mean the same.
"""

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from mtassay.alignment.resources.finding import ResourceKind, absolute_path, file_state, find_resource
from mtassay.alignment.resources.meteor_synonyms import MeteorSynonyms
from mtassay.corpus import limits
from mtassay.errors import InputError

_JAR = "meteor-1.5.jar"
_FUNCTION_WORDS = "function/english.words"
METEOR = ResourceKind(
    name="meteor",
    title="METEOR 1.5",
    marks=(_JAR, _FUNCTION_WORDS),
    one_mark_is_enough=True,
    folder_names=("meteor-1.5", "meteor"),
    carriers=(("pycocoevalcap", "meteor"),),
    remedy="the folder of the program METEOR 1.5; for English also: pip install --no-deps pycocoevalcap==1.2",
)
LANGUAGE_NAMES = {
    "en": "english",
    "cs": "czech",
    "fr": "french",
    "es": "spanish",
    "de": "german",
    "ru": "russian",
}
"""Languages for which METEOR has more than a stemmer, by code: what its files call them."""
_TABLE_CODES = {"cs": "cz"}
_MOST_BYTES = 64 * 1024**2  # of a list; the longest has 4 MB
_NUMBERS_ONLY = "#NUMERIC_ONLY#"
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class MeteorData:
    """The files of METEOR that lie at one place; each is read when it is first asked for."""

    def __init__(self, folder: Path, jar: Path | None) -> None:
        self.folder = folder
        self._jar = jar
        self._shown = str(jar or folder)
        self._contents: dict[str, bytes | None] = {}

    def function_words(self) -> frozenset[str]:
        """Those of English: whatever language METEOR is told, it takes these."""
        return frozenset(self._lines(_FUNCTION_WORDS))

    def prefixes(self, language: str) -> tuple[list[str], list[str]]:
        """Words after which a full stop ends no sentence: always, and before numbers alone."""
        only_numbers: dict[str, bool] = {}
        for line in self._lines(f"nonbreaking/{LANGUAGE_NAMES[language]}.prefixes"):
            fields = line.split()
            if fields and not fields[0].startswith("#"):
                only_numbers[fields[0]] = fields[1:2] == [_NUMBERS_ONLY]
        always = [word for word, only in only_numbers.items() if not only]
        return always, [word for word, only in only_numbers.items() if only]

    def has_synonyms(self, language: str) -> bool:
        return all(self._content(name) is not None for name in self._synonym_files(language))

    def synonyms(self, language: str) -> MeteorSynonyms:
        """Those that `has_synonyms` says there are."""
        return self._synonyms(language)

    def paraphrases(self, language: str) -> Path | None:
        """The table of phrases of a language, where there is one."""
        path = self.folder / "data" / f"paraphrase-{_TABLE_CODES.get(language, language)}.gz"
        return path if path.is_file() else None

    def digest(self, language: str, names: tuple[str, ...]) -> str:
        """Tells the contents of some of: words, prefixes, synonyms."""
        files = {
            "words": (_FUNCTION_WORDS,),
            "prefixes": (f"nonbreaking/{LANGUAGE_NAMES.get(language, 'other')}.prefixes",),
            "synonyms": self._synonym_files(language),
        }
        digest = hashlib.sha256()
        for name in names:
            for file in files[name]:
                digest.update(self._file_digest(file))
        return digest.hexdigest()

    @cache  # noqa: B019  # there are as few of these as places with files of METEOR
    def _file_digest(self, name: str) -> bytes:
        return hashlib.sha256(self._content(name) or b"").digest()

    @cache  # noqa: B019
    def _synonyms(self, language: str) -> MeteorSynonyms:
        synsets, exceptions = (list(self._lines(name)) for name in self._synonym_files(language))
        for name, lines in zip(self._synonym_files(language), (synsets, exceptions), strict=True):
            if len(lines) % 2:
                raise InputError(f"{self._shown}, {name}: {len(lines):,} lines, and they come in pairs; {_CUT}")
        return MeteorSynonyms(synsets, exceptions, f"{self._shown}, {self._synonym_files(language)[0]}")

    @staticmethod
    def _synonym_files(language: str) -> tuple[str, str]:
        name = LANGUAGE_NAMES.get(language, "other")
        return f"synonym/{name}.synsets", f"synonym/{name}.exceptions"

    def _lines(self, name: str) -> Iterator[str]:
        """The lines of a file, none where there is no such file."""
        content = self._content(name) or b""
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise InputError(f"{self._shown}, {name}, line {line}: not UTF-8; {_CUT}") from None
        lines = text.split("\n")
        if not lines[-1]:
            del lines[-1]
        return (line.removesuffix("\r") for line in lines)

    def _content(self, name: str) -> bytes | None:
        if name not in self._contents:
            self._contents[name] = self._read(name)
        return self._contents[name]

    def _read(self, name: str) -> bytes | None:
        where = f"{self._shown}, {name}"
        try:
            if self._jar is None:
                path = self.folder / name
                if not path.is_file():
                    return None
                limits.check_bytes(path.stat().st_size, where, _MOST_BYTES)
                return path.read_bytes()
            # by its name, and into memory: what else the archive may hold is left alone
            with zipfile.ZipFile(self._jar) as archive:
                try:
                    member = archive.getinfo(name)
                except KeyError:
                    return None
                limits.check_bytes(member.file_size, where, _MOST_BYTES, ", unpacked")
                with archive.open(member) as file:
                    content = file.read(_MOST_BYTES + 1)
                limits.check_bytes(len(content), where, _MOST_BYTES, ", unpacked")
                return content
        except InputError:
            raise
        except OSError as error:
            raise InputError(f"{where}: cannot be read: {error.strerror or error}") from None
        except _BROKEN as error:
            raise InputError(f"{where}: cannot be unpacked ({error}); {_CUT}") from None


_CUT = "is the file cut short? Bring METEOR's files anew"


def find_meteor(named: str = "") -> MeteorData | None:
    """METEOR's files at a place that somebody names, its folder or its jar, or wherever they are on this machine."""
    if named.lower().endswith(".jar"):
        jar = absolute_path(named)
        if not jar.is_file():
            raise InputError(f"{named}: there is no such file; name METEOR's jar, or its folder")
        return _open(jar.parent, jar, (file_state(jar),))
    resource = find_resource(METEOR, named)
    if resource is None:
        return None
    folder = resource.path
    jar = folder / _JAR
    if jar.is_file():
        return _open(folder, jar, (file_state(jar),))
    return _open(folder, None, tuple(file_state(folder / name) for name in _file_names()))


def _file_names() -> Iterator[str]:
    yield _FUNCTION_WORDS
    for name in LANGUAGE_NAMES.values():
        yield from (f"nonbreaking/{name}.prefixes", f"synonym/{name}.synsets", f"synonym/{name}.exceptions")


@lru_cache(maxsize=2)
def _open(folder: Path, jar: Path | None, state: tuple[tuple[int, ...], ...]) -> MeteorData:
    return MeteorData(folder, jar)
