import pytest
from memories import Said, memory_of

from mtassay.errors import InputError
from mtassay.human.coverage import ESTIMATED, JUDGED, UNKNOWN, coverage
from mtassay.human.translations import find_translations
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.evidence import observed_scores

MEMORY = memory_of([Said("s1", "a", 10), Said("s1", "b", float("nan")), Said("s2", "c", float("nan"))])


def test_a_neighbour_must_be_judged_to_be_of_use() -> None:
    pairs = [("s1", "a"), ("s1", "b"), ("s1", "new"), ("s2", "c"), ("s3", "a")]
    found = coverage(MEMORY, find_translations(MEMORY, pairs))
    assert found.kinds.tolist() == [JUDGED, ESTIMATED, ESTIMATED, UNKNOWN, UNKNOWN]
    assert (found.judged_share, found.estimated_share, found.unknown_share) == (0.2, 0.4, 0.4)
    assert observed_scores(found.evidence).tolist() == [20, 40, 40]
    assert len(Bootstrap(draws=100).intervals(found.evidence)) == 3


def test_no_translations_have_no_shares() -> None:
    with pytest.raises(InputError, match="there are no translations"):
        coverage(MEMORY, find_translations(MEMORY, []))
