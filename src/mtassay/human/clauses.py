"""A first cut of a source into information items: its clauses, for a person to edit."""

import re
import unicodedata

from mtassay.human.collection import collapse

_FULL_STOPS = ".!?…;:؟؛।॥۔。！？；：｡．"
_COMMAS = ",،，、､–—"
_CLOSING = "\"'”’»«›“‘)]}」』）】〉》"

# Words that often begin a clause of their own, by language: what joins clauses in one is a noun in another. Languages
# that are missing, and those that write no blanks, are cut by punctuation alone.
_CONJUNCTIONS = {
    language: frozenset(words.split())
    for language, words in {
        "de": "und aber oder sondern denn weil obwohl während wenn falls damit dass daß sodass bevor nachdem ob",
        "en": "and but or because although though while when if unless until so whereas that which who",
        "es": "y e pero o porque aunque cuando mientras si pues sino que",
        "fr": "et mais ou donc car parce quand lorsque puisque que qui si",
        "hi": "और लेकिन या क्योंकि जब अगर यदि कि तो",
        "it": "e ed ma o perché quando mentre benché affinché che se",
        "nl": "en maar of want omdat hoewel terwijl wanneer als dat",
        "pt": "e mas ou porque embora enquanto quando que se",
        "ru": "и но или потому хотя когда если чтобы что пока",
        "sv": "och men eller eftersom medan när om att",
    }.items()
}
_LEAST_WORDS = 3  # on either side of a conjunction: "bread and butter" is one item

_WORD = re.compile(r"\S+")
_ABBREVIATED = re.compile(r"(?:^|.*\W)(?:\w|\d+)\.", re.DOTALL)  # a single letter, or a number: z. B., J. S., am 3. Mai


def propose_items(source: str, language: str = "") -> tuple[str, ...]:
    """The clauses of a source: parts of it in order that together cover it; none only where the source is blank.

    Cuts stand behind punctuation and, where the language is told and known, before conjunctions that have a few words
    on either side. A single word before a comma stays with what follows it. Scripts without blanks are cut by their
    own punctuation.

    Example:
        >>> propose_items("alles klar. danke schoen.")
        ('alles klar.', 'danke schoen.')

    """
    text = collapse(source)
    if not text:
        return ()
    conjunctions = _CONJUNCTIONS.get(re.split("[-_]", language.lower())[0], frozenset())
    clauses: list[str] = []
    stands_alone = True
    for clause, ends_sentence in _cut_behind_punctuation(text):
        if stands_alone and (_size(clause) > 0 or not clauses):
            clauses.append(clause)
        else:
            clauses[-1] += clause
        stands_alone = ends_sentence or _size(clauses[-1]) > 1
    if len(clauses) > 1 and _size(clauses[-1]) == 1 and clauses[-2].rstrip(_CLOSING)[-1] in _COMMAS:
        clauses[-2:] = ["".join(clauses[-2:])]
    return tuple(item for clause in clauses for item in _cut_at_conjunctions(clause.strip(), conjunctions))


def _cut_behind_punctuation(text: str) -> list[tuple[str, bool]]:
    """Parts of the text, blanks kept in front of them; and whether the punctuation ends more than a phrase."""
    parts = []
    start = position = 0
    while position < len(text):
        character = text[position]
        position += 1
        if character not in _FULL_STOPS and character not in _COMMAS:
            continue
        while position < len(text) and (text[position] in _FULL_STOPS or text[position] in _CLOSING):
            position += 1
        part = text[start:position]
        if position < len(text) and _ends_here(part, text[position]):
            parts.append((part, part.rstrip(_CLOSING)[-1] in _FULL_STOPS))
            start = position
    return [*parts, (text[start:], True)] if start < len(text) else parts


def _ends_here(clause: str, following: str) -> bool:
    if not any(character.isalnum() for character in clause):
        return False  # punctuation alone says nothing that could come across
    last = clause.rstrip(_CLOSING)[-1:]
    if _is_wide(last):
        return True
    # 3.5 and 10:30, and abbreviations
    return following == " " and not (last == "." and _ABBREVIATED.fullmatch(clause.rstrip(_CLOSING)))


def _cut_at_conjunctions(clause: str, conjunctions: frozenset[str]) -> list[str]:
    """A clause cut before conjunctions, where enough words stand on both sides."""
    words = [word for word in _WORD.finditer(clause) if any(map(str.isalnum, word.group()))]
    cuts = [0]
    begun = 0
    for number, word in enumerate(words):
        is_conjunction = word.group().strip(_CLOSING + _COMMAS).lower() in conjunctions
        # a conjunction is no word of the clause that it begins
        if is_conjunction and number - begun >= _LEAST_WORDS and len(words) - number > _LEAST_WORDS:
            cuts.append(word.start())
            begun = number + 1
    ends = [*cuts[1:], len(clause)]
    return [clause[start:end].strip() for start, end in zip(cuts, ends, strict=True)]


def _size(clause: str) -> int:
    """How many words there are, a character of a script without blanks being one."""
    wide = sum(character.isalnum() and _is_wide(character) for character in clause)
    return wide or sum(any(map(str.isalnum, word)) for word in clause.split())


def _is_wide(character: str) -> bool:
    return character != "" and unicodedata.east_asian_width(character) in "WFH"
