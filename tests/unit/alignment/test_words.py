"""The words of a text and where they stand."""

import threading

import pytest

from mtassay._native import Segments, Splitting, WordIndex, word_spans
from mtassay.alignment.words import is_word_alone, split_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I don't know, do you?", "I|don't|know|,|do|you|?"),
        ("don’t ’tis dogs' 'a'", "don’t|’|tis|dogs|'|'|a|'"),
        ("U.S. U.S.A. e.g. a..b", "U.S|.|U.S.A|.|e.g|.|a|.|.|b"),
        ("EU:s col·lecció 12:30", "EU:s|col·lecció|12|:|30"),
        ("3,000 10.5 1;2 5'6 1, 2.", "3,000|10.5|1;2|5'6|1|,|2|."),
        ("a,b a;b 5.b b.5 4th", "a|,|b|a|;|b|5|.|b|b|.|5|4th"),
        ("state-of-the-art €5 100%", "state|-|of|-|the|-|art|€|5|100|%"),
        ("e\u0301tude l'e\u0301te\u0301'a", "e\u0301tude|l'e\u0301te\u0301'a"),
        ("-\u0301a \u0301a", "-\u0301|a|\u0301a"),
        ("co\u00adop क्\u200dष می\u200cخواهم", "co\u00adop|क्\u200dष|می\u200cخواهم"),
        ("ខ្ញុំ\u200bទៅ a\u200bb\u200b \u200b'\u200bc", "ខ្|ញុំ|ទៅ|a|b|'|c"),
        ("a\u00ad \u00ada a\u200d中", "a|\u00ad|\u00ad|a|a|\u200d|中"),
        ("अपीलकर्ता को", "अपीलकर्ता|को"),
        ("我用Windows 11。", "我|用|Windows|11|。"),
        ("中.文 三時3.5分", "中|.|文|三|時|3.5|分"),
        ("วันนี้ ๓๐ ក\u200cិក", "วั|น|นี้|๓๐|ក\u200cិ|ក"),
        ("ＡＢ１２ ｶﾞ 오늘은", "ＡＢ１２|ｶ|ﾞ|오늘은"),
        ("❤\ufe0f👍🏽ok", "❤\ufe0f|👍|🏽|ok"),
        ("\U00020000\U000e0100a\U00010400b", "\U00020000\U000e0100|a\U00010400b"),
        (" \t\u3000", ""),
        ("", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    expected = words.split("|") if words else []
    split = split_words(text)
    assert split.texts == expected
    assert [text[start:end] for start, end in zip(split.starts, split.ends, strict=True)] == expected
    assert len(split) == len(expected)


def test_letters_that_are_words() -> None:
    assert all(map(is_word_alone, "中あカｶกༀ々"))
    assert not any(map(is_word_alone, "aéЯ가ＡकΣ\u0301"))


def test_words_between_white_space() -> None:
    starts, spans = word_spans(Segments([" don't  stop,\u3000now", "", "x"]), Splitting.SPACE)
    assert starts.tolist() == [0, 3, 3, 4]
    assert spans.tolist() == [[1, 6], [8, 13], [14, 17], [0, 1]]


def test_no_texts() -> None:
    starts, spans = word_spans(Segments([]), Splitting.UNICODE)
    assert (starts.tolist(), spans.shape) == ([0], (0, 2))
    index = WordIndex(Splitting.UNICODE)
    numbers, starts = index.add(Segments([]))
    assert (numbers.tolist(), starts.tolist(), index.words(), len(index)) == ([], [0], [], 0)


def test_words_have_the_same_number_in_every_batch() -> None:
    index = WordIndex(Splitting.UNICODE)
    numbers, starts = index.add(Segments(["a b a", "", "c"]))
    assert (numbers.dtype, starts.dtype) == ("int32", "int64")
    assert (numbers.tolist(), starts.tolist()) == ([0, 1, 0, 2], [0, 3, 3, 4])
    numbers, _ = index.add(Segments(["d, c"]))
    assert numbers.tolist() == [3, 4, 2]
    assert index.words() == ["a", "b", "c", "d", ","]


def test_several_threads_share_an_index() -> None:
    index = WordIndex(Splitting.SPACE)
    lines = [" ".join(f"w{number * 37 % 5000}" for number in range(start, start + 40)) for start in range(0, 5000, 5)]
    results = []

    def add() -> None:
        for _ in range(5):
            results.append(index.add(Segments(lines))[0].tolist())

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(index) == 5000
    assert all(numbers == results[0] for numbers in results)
    words = index.words()
    assert [words[number] for number in results[0]] == " ".join(lines).split()
