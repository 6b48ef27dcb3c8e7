import dataclasses

import numpy as np
import pytest
from simulated_memory import simulate

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.cost import WORDS_BESIDE, check_cost
from mtassay.estimation.prediction.prediction import predict
from mtassay.estimation.sampling.plan import plan
from mtassay.human.memory import Memory


def timed(memory: Memory, seconds: float = 2.0) -> Memory:
    """Every judgment takes so long for each word."""
    words = np.array([len(text.split()) for text in memory.targets], dtype=float)
    judgments = dataclasses.replace(memory.judgments, seconds=seconds * words[memory.judgments.target])
    return dataclasses.replace(memory, judgments=judgments)


def test_sizes_are_divided_by_the_root_of_the_cost() -> None:
    simulated = simulate(sources=100)
    plain = predict(simulated.memory, simulated.translations)
    words = predict(simulated.memory, simulated.translations, cost="words")
    lengths = np.array([len(text.split()) for text in simulated.translations.texts])[plain.first]
    np.testing.assert_allclose(words.item_sizes, plain.item_sizes / np.sqrt(lengths + WORDS_BESIDE))
    memory = timed(simulated.memory)
    seconds = predict(memory, simulated.translations, cost="seconds")
    np.testing.assert_allclose(seconds.item_sizes, plain.item_sizes / np.sqrt(2.0 * lengths))


def test_saving_words_takes_more_judgments_and_fewer_words() -> None:
    simulated = simulate(sources=300)
    memory = timed(simulated.memory)
    judgments, words, seconds = (
        plan(predict(memory, simulated.translations, cost=cost)) for cost in ("judgments", "words", "seconds")
    )
    assert judgments.judgments is not None
    assert words.judgments is not None
    assert words.judgments > judgments.judgments
    assert judgments.words is not None
    assert words.words is not None
    assert words.words < judgments.words < judgments.all_words
    assert judgments.minutes == pytest.approx(judgments.words * 2 / 60)
    assert seconds.minutes is not None
    assert judgments.minutes is not None
    assert seconds.minutes < judgments.minutes


def test_what_cannot_be_saved_is_refused() -> None:
    simulated = simulate(sources=30)
    with pytest.raises(SettingError, match=r"there is no cost 'word' \(did you mean 'words'"):
        check_cost("word")
    with pytest.raises(InputError, match="no judgment of this project says how long it took"):
        predict(simulated.memory, simulated.translations, cost="seconds")
    assert plan(predict(simulated.memory, simulated.translations)).minutes is None
