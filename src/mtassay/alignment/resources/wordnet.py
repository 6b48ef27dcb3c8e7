"""Synonyms from the files of WordNet, which a user names: `index.noun`, `data.noun`, `noun.exc` and so on.

Synsets are sets of words that mean the same. A form such as "houses" is looked up by itself and by
its base forms: those of a list of exceptions, or else those that rules of endings give.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from mtassay.alignment.resources.finding import ResourceKind, absolute_path, file_state
from mtassay.errors import InputError

WORDNET = ResourceKind(
    name="wordnet",
    title="WordNet",
    marks=("index.noun", "data.noun"),
    folder_names=("wordnet",),
    system_paths=("/usr/share/wordnet",),
    remedy="on Debian and Ubuntu: apt-get install wordnet-base",
)
Synset = tuple[str, int]
"""A part of speech, and where in its data file the synset begins."""

# What an ending may stand for, part of speech by part of speech: morphy(7WN). The ending "ves" is NLTK's addition.
_ENDINGS: Mapping[str, Sequence[tuple[str, str]]] = {
    "noun": (
        *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "verb": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
        *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}
_SHOWN_DIGITS = 12


class _PartOfSpeech(NamedTuple):
    offsets: Mapping[str, tuple[int, ...]]
    exceptions: Mapping[str, Sequence[str]]
    data: bytes


class WordNet:
    """The synsets of words, and the words of synsets."""

    def __init__(self, parts: Mapping[str, _PartOfSpeech], digest: str) -> None:
        self._parts = parts
        self.digest = digest
        """The start of the SHA-256 of the files."""

    def synsets(self, word: str) -> Iterator[Synset]:
        """All synsets of a form and its base forms, whatever part of speech it may be."""
        form = word.lower()
        for name, part in self._parts.items():
            for base in _base_forms(form, name, part):
                for offset in part.offsets.get(base, ()):
                    yield name, offset

    def words_of(self, synset: Synset) -> Iterator[str]:
        """The single words of a synset, as WordNet writes them; what has several words is left out."""
        name, offset = synset
        data = self._parts[name].data
        fields = data[offset : data.find(b"\n", offset)].decode("utf-8", "replace").split(" ")
        try:
            words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
        except (ValueError, IndexError):
            raise InputError(
                f"data.{name}: there is no synset at byte {offset}, where index.{name} says that one is; "
                "the files are not of one WordNet, or one is cut off"
            ) from None
        for word in words:
            if "_" not in word:
                # an adjective can be followed by where it may stand: "ill(p)"
                yield word.partition("(")[0] if word.endswith(")") else word


def open_wordnet(folder: str) -> WordNet:
    """The WordNet whose files are in a folder; read once."""
    path = absolute_path(folder)
    return _load(path, tuple(file_state(path / name) for name in _file_names()))


def _file_names() -> Iterator[str]:
    for part in _ENDINGS:
        yield from (f"index.{part}", f"data.{part}", f"{part}.exc")


@lru_cache(maxsize=2)
def _load(folder: Path, state: tuple[tuple[int, ...], ...]) -> WordNet:
    contents = {name: _read(folder / name) for name in _file_names()}
    digest = hashlib.sha256()
    for content in contents.values():
        digest.update(hashlib.sha256(content).digest())
    try:
        parts = {
            part: _PartOfSpeech(
                _parse_index(contents[f"index.{part}"]),
                _parse_exceptions(contents[f"{part}.exc"]),
                contents[f"data.{part}"],
            )
            for part in _ENDINGS
        }
    except (ValueError, IndexError):
        raise InputError(f"{folder}: the index files are not those of WordNet; name a folder with its files") from None
    return WordNet(parts, digest.hexdigest()[:_SHOWN_DIGITS])


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(
            f"{path}: there is no such file; name the folder that has the files of WordNet (index.noun, data.noun, "
            "noun.exc, …), on Debian /usr/share/wordnet of the package wordnet-base"
        ) from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None


def _parse_index(content: bytes) -> dict[str, tuple[int, ...]]:
    """Lines of `lemma pos synsets pointers [pointer …] senses tagged offset …`; those of the licence are indented."""
    index = {}
    for line in content.decode("utf-8", "replace").splitlines():
        if line and not line.startswith(" "):
            fields = line.split()
            index[fields[0]] = tuple(map(int, fields[len(fields) - int(fields[2]) :]))
    return index


def _parse_exceptions(content: bytes) -> dict[str, list[str]]:
    """Lines of a form and its base forms."""
    lines = (line.split() for line in content.decode("utf-8", "replace").splitlines())
    return {fields[0]: fields[1:] for fields in lines if fields}


def _base_forms(form: str, name: str, part: _PartOfSpeech) -> Iterator[str]:
    """The form itself and its base forms, each once."""
    bases = part.exceptions.get(form)
    if bases is None:
        bases = [form[: -len(ending)] + base for ending, base in _ENDINGS[name] if form.endswith(ending)]
    yield from dict.fromkeys([form, *bases])
