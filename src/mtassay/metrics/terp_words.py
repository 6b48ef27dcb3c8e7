"""Words as TERp sees them, and what it knows of them: stems, synonyms, and words that are not moved by themselves."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from mtassay._native import Segments, Tokenization, WordRelations, distinct_words
from mtassay.alignment.porter import porter_stems
from mtassay.alignment.relations import relate_stems_and_synsets
from mtassay.alignment.resources.finding import ResourceKind, absolute_path, file_digest, file_state, find_resource
from mtassay.alignment.resources.text_lines import text_lines
from mtassay.alignment.stems import NO_STEMMER, stem_words

PORTER = "porter"
STOP_WORDS = ResourceKind(
    name="terp-stop-words",
    title="TERp's words that are not shifted by themselves",
    folder_names=("shift_word_stop_list.txt", "terp/data/shift_word_stop_list.txt"),
    remedy="data/shift_word_stop_list.txt of the TERp program (github.com/snover/terp)",
)
_ENTITIES = (("<skipped>", ""), ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
# the blank is one of the marks, so that from here on three of them stand between words, of which the last rule but one
# takes one away
_MARKS = re.compile(r"[{-~\[-` -&(-+:-@/]")
_FINAL_MARK = re.compile(r" ([^,. ]+)([.,]) ")
_DASH_OF_NUMBER = re.compile(r"([0-9])-")


def normalized(text: str) -> str:
    """The words of a text with single blanks between them: lower case, marks apart.

    A period or comma is cut off the end of a word that has no other. Behind a mark of another kind the program joins
    such a word with the mark: `"end."` becomes `"end . "`. So does this.
    """
    line = " ".join(text.split()).lower()
    for entity, mark in _ENTITIES:
        line = line.replace(entity, mark)
    line = _MARKS.sub(r" \g<0> ", f" {line} ").replace("'s ", " 's ")
    line = _FINAL_MARK.sub(r"\1 \2 ", line)
    return " ".join(_DASH_OF_NUMBER.sub(r"\1 - ", line).split())


def relate_words_of(texts: Iterable[Segments], stemmer: str, wordnet: str, user: str) -> WordRelations:
    """Stems and synonyms among the words of texts; `user` is what asks for them."""
    words: Sequence[str] = ()
    stems: Sequence[str] = ()
    if stemmer != NO_STEMMER or wordnet:
        words = list(dict.fromkeys(word for part in texts for word in distinct_words(part, Tokenization.NONE)))
    if stemmer == PORTER:
        stems = porter_stems(words)
    elif stemmer != NO_STEMMER:
        stems = stem_words(words, stemmer, user)
    return relate_stems_and_synsets(words, stems, wordnet)


def stop_words(path: str, kind: ResourceKind = STOP_WORDS) -> Sequence[str]:
    """The words in a file, in the form in which they are compared; none where no file is named."""
    if not path:
        return ()
    resource = find_resource(kind, path)
    assert resource is not None  # what is named and missing is refused
    return _read(resource.path, file_state(resource.path))


def stop_words_digest(path: str) -> str:
    """The start of the SHA-256 of such a file."""
    return file_digest(absolute_path(path), "a file of words")


@lru_cache(maxsize=4)
def _read(path: Path, state: tuple[int, ...]) -> Sequence[str]:
    words = (word for _, line in text_lines(str(path), "a file of words") for word in normalized(line).split())
    return tuple(dict.fromkeys(words))
