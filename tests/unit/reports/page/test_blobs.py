"""Numbers and texts of a report: in few bytes, each held once; the script reads them in `tests/contracts`."""

import numpy as np

from mtassay.reports.page.blobs import Blobs


def test_the_same_content_is_held_once() -> None:
    blobs = Blobs()
    values = np.arange(300)
    assert blobs.numbers(values) == blobs.numbers(values.astype(float))
    assert blobs.numbers(values) != blobs.numbers(values.reshape(3, 100))  # which is put together otherwise
    assert blobs.texts(["a"], ["b"]) == blobs.texts(["a"], ["b"])
    assert len(blobs.packed) == 3
    assert dict(blobs.elements()).keys() == blobs.packed.keys()


def test_what_follows_from_another_series_takes_no_room() -> None:
    rng = np.random.default_rng(1)
    lengths = rng.integers(0, 500, 2000)
    columns = [np.maximum(lengths - shorter, 0) for shorter in range(6)]  # n-grams of n + 1 letters
    alone, together = Blobs(), Blobs()
    alone.numbers(lengths)
    name = together.numbers(np.stack(columns)[:, np.newaxis])
    assert together.described[name]["from"][1:] == [1] * 5
    assert len(together.packed[name]) < 1.1 * len(alone.packed["b0"])


def test_texts_of_a_segment_stand_side_by_side() -> None:
    rng = np.random.default_rng(2)
    texts = [" ".join(rng.choice([f"word{number}" for number in range(5000)], 12).tolist()) for _ in range(2000)]
    apart, together = Blobs(), Blobs()
    apart.texts(texts)
    together.texts(texts, [text.replace("word1", "term1") for text in texts])
    assert len(together.packed["b0"]) < 1.5 * len(apart.packed["b0"])


def test_numbers_stay_as_they_were() -> None:
    values = np.random.default_rng(3).integers(-300, 300, (3, 4, 400))
    kept = values.copy()
    turned = np.ascontiguousarray(values.transpose(2, 1, 0)).transpose(2, 1, 0)  # in another order of memory
    blobs = Blobs()
    assert blobs.numbers(values) == blobs.numbers(turned)
    assert np.array_equal(values, kept)
    assert np.array_equal(turned, kept)
