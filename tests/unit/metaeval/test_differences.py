"""What a difference means: the fit, its interval, its file."""

import json
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay.errors import InputError
from mtassay.metaeval.differences import (
    counted_shares,
    meaning_of_differences,
    pool_meanings,
    read_meanings,
    write_meanings,
)
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.meta import MetaChoices, meta_evaluate


def judged_of(systems: int, noise: float) -> Judged:
    rng = np.random.default_rng(systems)
    human = np.linspace(0, 5, systems)[:, None] + rng.normal(size=(systems, 1))
    return judged_set(human, {"chrf": human + noise * rng.normal(size=human.shape)})


def test_the_slope_makes_what_was_seen_most_likely() -> None:
    judged = judged_of(12, 3.0)
    meaning = meaning_of_differences(judged, "chrf", draws=100)
    scores, human = judged.metrics["chrf"].systems, judged.human_systems
    pairs = [
        (abs(scores[i] - scores[j]), (scores[i] - scores[j]) * (human[i] - human[j]) > 0)
        for i in range(12)
        for j in range(i)
    ]

    def likelihood(slope: float) -> float:
        return sum(-math.log1p(math.exp(-slope * d if agrees else slope * d)) for d, agrees in pairs)

    assert (meaning.pairs, meaning.agreed) == (66, sum(agrees for _, agrees in pairs))
    assert likelihood(meaning.slope) > max(likelihood(meaning.slope * factor) for factor in (0.98, 1.02))
    assert meaning.low < meaning.slope < meaning.high
    needed = meaning.needed(0.8)
    assert needed is not None
    assert meaning.share(needed) == pytest.approx(0.8)
    assert meaning.share(0) == 0.5
    shares = counted_shares(meaning_of_differences(judged, "chrf", draws=10))
    assert sum(share.pairs for share in shares) == 66
    assert sum(share.agreed for share in shares) == meaning.agreed
    assert min(share.pairs for share in shares) >= 10
    assert not meaning.is_bound


def test_where_people_agree_with_all_the_slope_is_a_bound() -> None:
    meaning = meaning_of_differences(judged_of(8, 0.0), "chrf", draws=100)
    assert meaning.is_bound
    assert meaning.agreed == meaning.pairs == 28
    scores = judged_of(8, 0.0).metrics["chrf"].systems
    sizes = [abs(scores[i] - scores[j]) for i in range(8) for j in range(i)]
    assert math.prod(meaning.share(size) for size in sizes) == pytest.approx(0.05)


def test_a_metric_that_people_contradict_needs_no_difference() -> None:
    human = np.arange(8.0)[:, None]
    meaning = meaning_of_differences(judged_set(human, {"ter": -human}), "ter", draws=100)
    assert meaning.slope < 0
    assert meaning.needed(0.8) is None


def test_few_pairs_are_refused() -> None:
    with pytest.raises(InputError, match=r"chrf: 15 pairs of systems differ .* and 20 are needed"):
        meaning_of_differences(judged_of(6, 1.0), "chrf")


def test_a_constant_metric_keeps_no_other_from_being_said() -> None:
    judged = judged_of(9, 1.0)
    constant = replace(judged.metrics["chrf"], segments=np.ones((9, 1)), systems=np.ones(9))
    asked = MetaChoices(levels=("system",), statistics=("pearson",), meanings=True)
    both = meta_evaluate(replace(judged, metrics={"flat": constant, **judged.metrics}), asked)
    assert [meaning.label for meaning in both.meanings] == ["chrf"]
    with pytest.raises(InputError, match="flat: 0 pairs"):
        meta_evaluate(replace(judged, metrics={"flat": constant}), asked)


def test_what_is_written_is_read(write: Callable[[str, str], str]) -> None:
    meaning = meaning_of_differences(judged_of(9, 1.0), "chrf", draws=100)
    content = write_meanings([meaning])
    assert read_meanings(write("meaning.json", content)) == [meaning]
    newer = json.loads(content) | {"format": 2}
    with pytest.raises(InputError, match="a file of format 2, and this version reads 1"):
        read_meanings(write("newer.json", json.dumps(newer)))
    for broken in ("", "[]", '{"format": 1}', '{"format": 1, "differences": [{"label": "x"}]}', "\x00"):
        with pytest.raises(InputError, match="no file of what differences mean"):
            read_meanings(write("broken.json", broken))


def test_several_sets_count_together_pair_by_pair_within_each() -> None:
    first, second = (meaning_of_differences(judged_of(size, 2.0), "chrf", draws=100) for size in (9, 8))
    (pooled,) = pool_meanings([first], [second], draws=100)
    assert (pooled.pairs, pooled.agreed) == (36 + 28, first.agreed + second.agreed)
    assert pooled.systems == 17
    assert min(first.slope, second.slope) <= pooled.slope <= max(first.slope, second.slope)
    assert pooled.digest == f"{first.digest}+{second.digest}"
    assert sum(share.pairs for share in counted_shares(pooled)) == 64
    alone = meaning_of_differences(judged_of(9, 2.0), "chrf", draws=100)
    assert (alone.slope, alone.low, alone.high) == (first.slope, first.low, first.high)


def test_what_cannot_count_together_is_named() -> None:
    meaning = meaning_of_differences(judged_of(9, 2.0), "chrf", draws=10)
    (pooled,) = pool_meanings([meaning], [meaning_of_differences(judged_of(8, 2.0), "chrf", draws=10)], draws=10)
    for other, message in (
        (pooled, "the same judgments would be counted twice"),
        (replace(meaning, label="bleu"), r"chrf \(\) is not among what is to be counted too, which has bleu"),
        (meaning, "the same judgments would be counted twice"),
        (replace(meaning, sets=(), digest="x"), "without pairs of systems cannot be counted too; write it anew"),
    ):
        with pytest.raises(InputError, match=message):
            pool_meanings([meaning], [other])


def test_pairs_that_make_no_sense_are_no_file(write: Callable[[str, str], str]) -> None:
    content = json.loads(write_meanings([meaning_of_differences(judged_of(9, 1.0), "chrf", draws=10)]))
    numbered = {**content, "differences": [{**content["differences"][0], "digest": 5}]}
    content["differences"][0]["sets"][0]["first"][0] = 99
    for broken in (content, numbered):
        with pytest.raises(InputError, match="no file of what differences mean"):
            read_meanings(write("meaning.json", json.dumps(broken)))


def test_it_is_for_texts_with_references_from_elsewhere() -> None:
    judged = judged_of(9, 1.0)
    told = "nrefs:1|ref:talks|2@12|case:mixed|version:1"
    of_project = replace(judged, metrics={"chrf": replace(judged.metrics["chrf"], signature=told)})
    assert meaning_of_differences(of_project, "chrf", draws=10).signature == "nrefs:1|case:mixed|version:1"
