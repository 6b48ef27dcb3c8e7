"""
The counting core of mtassay: batches of text in, one array of rows out.
"""

from collections.abc import Sequence
import enum

import numpy
import numpy.typing


UNICODE_VERSION: str = '18.0'

MAX_ORDER: int = 32

class Tokenization(enum.Enum):
    """How a line is cut into tokens."""

    NONE = 0

    WESTERN = 1

    INTERNATIONAL = 2

    CHINESE = 3

    CHARACTER = 4

class Segments:
    """A batch of strings that native code reads without copying them."""

    def __init__(self, texts: Sequence[str]) -> None: ...

    def __len__(self) -> int: ...

    def __getitem__(self, slice: slice) -> Segments: ...

def tokenize(texts: Segments, tokenization: Tokenization) -> list[str]:
    """Each text as its tokens with single spaces between them."""

class ReferenceLength(enum.Enum):
    """Which length several references count as."""

    CLOSEST = 0

    SHORTEST = 1

    AVERAGE = 2

    LONGEST = 3

class WordForm(enum.Enum):
    """What is made of words before they are compared."""

    WHOLE = 0

    FIRST_FOUR = 1

    LAST_FOUR = 2

    FIRST_FOUR_LAST_TWO = 3

    PIECES_OF_FOUR = 4

    LONG_ONLY = 5

class NistStyle(enum.Enum):
    """Which matches count where a segment has several references."""

    MTEVAL = 0

    NLTK = 1

class RougeUnit(enum.Enum):
    """What a hypothesis and a reference may share."""

    NGRAM = 0

    SUBSEQUENCE = 1

    SENTENCES = 2

def word_overlap_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, max_order: int, reference_length: ReferenceLength, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Lengths, clipped matches and totals of word n-grams, a row for each segment.
    """

def character_overlap_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], character_order: int, word_order: int, keep_space: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Totals and matches of character and word n-grams, a row for each reference.
    """

def shared_word_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, form: WordForm, max_order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Sizes, order of shared words and matches of n-grams, a row for each reference.
    """

class NgramInformation:
    """How much information n-grams carry, by the references."""

    def __init__(self, references: Segments, tokenization: Tokenization, max_order: int) -> None: ...

def nist_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], information: NgramInformation, style: NistStyle, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Lengths, information of matches and totals of word n-grams, a row for each segment.
    """

def rouge_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], unit: RougeUnit, order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    What both share, what the hypothesis has and what the reference has, a row for each reference.
    """

def skip_ngram_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, order: int, decay: float, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Skip n-grams that both have in common, and each with itself, a row for each reference.
    """

def pairwise_word_rows(hypotheses: Segments, references: Segments, tokenization: Tokenization, max_order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    The rows of word_overlap_rows for every hypothesis with every reference by itself.
    """

def pairwise_character_rows(hypotheses: Segments, references: Segments, character_order: int, word_order: int, keep_space: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    The rows of character_overlap_rows for every hypothesis with every reference by itself.
    """

class EditMeasure(enum.Enum):
    """What is measured between a hypothesis and a reference."""

    DISTANCE = 0

    ALIGNMENT = 1

    BAG = 2

    COVER = 3

    TER = 4

class Unit(enum.Enum):
    """What is edited."""

    WORD = 0

    CHARACTER = 1

def edit_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, unit: Unit, measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """What the measure gives, a row for each reference."""

def eed_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], jump: float, deletion: float, insertion: float, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Cost, visits and both numbers of characters by EED, a row for each reference.
    """

def character_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Edits, cost of shifts and both numbers of characters by CharacTER, a row for each reference.
    """

def pairwise_edit_rows(hypotheses: Segments, references: Segments, tokenization: Tokenization, measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    The rows of edit_rows for every hypothesis with every reference by itself.
    """

class EditOperation(enum.Enum):
    """One step of an alignment, seen from the reference."""

    MATCH = 0

    SUBSTITUTE = 1

    DELETE = 2

    INSERT = 3

def edit_operations(hypothesis: Segments, reference: Segments) -> list[EditOperation]:
    """
    The steps of one cheapest alignment of two lists of words, from left to right.
    """

def ter_shifts(hypothesis: Segments, reference: Segments) -> tuple[int, list[tuple[int, int, int]], list[int]]:
    """
    All edits, the shifts (start, length, target), and the words' old places in their new order.
    """

class Closeness(enum.Enum):
    """What makes a text close to another."""

    EDITS = 0

    MOVES = 1

    NGRAMS = 2

def grouped_distances(left: Segments, groups: numpy.typing.NDArray[numpy.int64], right: Segments, starts: numpy.typing.NDArray[numpy.int64], closeness: Closeness, tokenization: Tokenization, max_order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    From each text on the left to every text of its group on the right, those of the first text first.
    """

def inner_distances(texts: Segments, starts: numpy.typing.NDArray[numpy.int64], closeness: Closeness, tokenization: Tokenization, max_order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    From each text to every text of its group, itself included: a square for each group.
    """

def token_counts(texts: Segments, tokenization: Tokenization, threads: int) -> numpy.typing.NDArray[numpy.int64]:
    """How many tokens each text has."""

class Matcher(enum.Enum):
    """Which of several possible pairs of words are taken."""

    MINIMAL = 0

    FROM_END = 1

class WordRelations:
    """Words with their stems and synonyms, as numbers of words."""

    def __init__(self, words: Segments, stems: numpy.typing.NDArray[numpy.int64], synonym_starts: numpy.typing.NDArray[numpy.int64], synonyms: numpy.typing.NDArray[numpy.int64]) -> None: ...

def run_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, exponent: float, joined: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Words and size of common runs, and lengths; a row for each reference, or each segment where joined.
    """

def place_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Words in ascending order and words with a place, and lengths, a row for each reference.
    """

def match_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, matcher: Matcher, relations: WordRelations, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """Matched words and chunks, and lengths, a row for each reference."""

def distinct_words(texts: Segments, tokenization: Tokenization) -> list[str]:
    """The different words of texts, in the order of their first occurrence."""

def longest_runs(hypothesis: Segments, reference: Segments) -> list[tuple[int, int, int]]:
    """
    The runs (start, start, length) of two lists of words in the order in which they are taken.
    """

def context_places(hypothesis: Segments, reference: Segments) -> list[tuple[int, int]]:
    """Positions of hypothesis words and their places in the reference."""

def match_words(hypothesis: Segments, reference: Segments, matcher: Matcher, relations: WordRelations) -> list[tuple[int, int, int]]:
    """
    Positions of words that go together, and the stage that found them, counted from 1.
    """

class Splitting(enum.Enum):
    """How a text is cut into words."""

    UNICODE = 0

    SPACE = 1

    BLANK = 2

def word_spans(texts: Segments, splitting: Splitting) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]:
    """
    Where the words of each text start in the list, and the list: begin and end in the string.
    """

class WordIndex:
    """Numbers the words of many texts, from 0 as they first occur."""

    def __init__(self, splitting: Splitting) -> None: ...

    def add(self, texts: Segments) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64]]:
        """The numbers of all words, and where those of each text start."""

    def words(self) -> list[str]:
        """All words, by number."""

    def __len__(self) -> int: ...

def error_classes(hypotheses: numpy.typing.NDArray[numpy.int32], hypothesis_starts: numpy.typing.NDArray[numpy.int64], references: numpy.typing.NDArray[numpy.int32], reference_starts: numpy.typing.NDArray[numpy.int64], segment_starts: numpy.typing.NDArray[numpy.int64], bases: numpy.typing.NDArray[numpy.int32], folds: numpy.typing.NDArray[numpy.int32], threads: int) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]:
    """
    The chosen reference of each segment, its word edits, and a class for each word of both: 0 right, 1 case, 2 inflection, 3 order, 4 missing, 5 extra, 6 lexical.
    """

def ngram_postings(systems: Sequence[tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64]]], references: Sequence[tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64]]], max_order: int, least: int, threads: int) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32]]:
    """
    Orders and words of n-grams, where the postings of each start, their segments, and their counts: for each system in its output and in its reference.
    """

def concordance_rows(first: numpy.typing.NDArray[numpy.float64], second: numpy.typing.NDArray[numpy.float64], threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    For each row of two tables: things without a NaN, then pairs of them that are concordant, discordant, tied by the first only, by the second only, by both, then how many values each has.
    """

def soft_ngram_rows(left: numpy.typing.NDArray[numpy.int32], left_starts: numpy.typing.NDArray[numpy.int64], right: numpy.typing.NDArray[numpy.int32], right_starts: numpy.typing.NDArray[numpy.int64], groups: numpy.typing.NDArray[numpy.int64], words: Segments, weights: numpy.typing.NDArray[numpy.float64], vectors: numpy.typing.NDArray[numpy.float32], folds: numpy.typing.NDArray[numpy.int32], characters: bool, order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    How much of the text on the left, and of that on the right, is like something in the other: a row for each text on the right.
    """

class WeightedPhrases:
    """Phrases that may stand for phrases of references, and how probably."""

    def __init__(self, references: Segments, hypotheses: Segments, probabilities: numpy.typing.NDArray[numpy.float64]) -> None: ...

def terp_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], relations: WordRelations, phrases: WeightedPhrases, stops: Segments, costs: numpy.typing.NDArray[numpy.float64], threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Cost, words of the reference, edits by kind and shifts, a row for each reference.
    """

def terp_edits(hypothesis: Segments, reference: Segments, relations: WordRelations, phrases: WeightedPhrases, stops: Segments, costs: numpy.typing.NDArray[numpy.float64]) -> tuple[float, list[tuple[int, int, int]], list[tuple[int, int, int, float]], list[int]]:
    """
    The cost, shifts (start, end, place), edits (kind, words of each text, cost), and the words' old places in their new order.
    """

class Apostrophes(enum.Enum):
    """To which of two words an apostrophe between letters belongs."""

    RIGHT = 0

    LEFT = 1

    ALONE = 2

def meteor_normalize(texts: Segments, apostrophes: Apostrophes, keep_punctuation: bool, prefixes: Segments, number_prefixes: Segments) -> list[str]:
    """
    Each text as METEOR cuts it into words, with single blanks between them; case stays.
    """

class PhraseTableBuilder:
    """Makes an index of a table of phrases."""

    def __init__(self) -> None: ...

    def add(self, text: bytes) -> None:
        """More of the text of the table, in pieces of any size."""

    @property
    def lines(self) -> int:
        """How many lines there were."""

    def finish(self, digest: bytes) -> numpy.typing.NDArray[numpy.uint8]:
        """The index, with 32 bytes that tell what it was made of."""

class PhraseTable:
    """An index of phrases, read in place."""

    def __init__(self, index: numpy.typing.NDArray[numpy.uint8]) -> None: ...

    @property
    def digest(self) -> bytes: ...

    @property
    def phrases(self) -> int: ...

    def __len__(self) -> int: ...

    def words(self, words: Segments) -> numpy.typing.NDArray[numpy.int32]:
        """The number of each word in the index, -1 where it has none."""

class MeteorWords:
    """What METEOR knows of words, by their numbers."""

    def __init__(self, stems: numpy.typing.NDArray[numpy.int32], synset_starts: numpy.typing.NDArray[numpy.int64], synsets: numpy.typing.NDArray[numpy.int32], functions: numpy.typing.NDArray[numpy.uint8], sizes: numpy.typing.NDArray[numpy.int32], phrase_words: numpy.typing.NDArray[numpy.int32], phrases: PhraseTable | None) -> None: ...

    def __len__(self) -> int: ...

def meteor_rows(hypotheses: numpy.typing.NDArray[numpy.int32], hypothesis_starts: numpy.typing.NDArray[numpy.int64], references: numpy.typing.NDArray[numpy.int32], reference_starts: numpy.typing.NDArray[numpy.int64], groups: numpy.typing.NDArray[numpy.int64], words: MeteorWords, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """METEOR's counts, a row for each reference."""

def meteor_pairs(hypothesis: numpy.typing.NDArray[numpy.int32], reference: numpy.typing.NDArray[numpy.int32], words: MeteorWords) -> list[tuple[int, int, int, int, int]]:
    """
    Stretches that go together: start and length in the hypothesis and in the reference, and the stage.
    """

def tesla_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], relations: WordRelations, function_words: Segments, hypothesis_tags: Segments, reference_tags: Segments, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    What n-grams gain and weigh on both sides, by their order: a row for each reference.
    """
