"""Laws that every registered check keeps."""

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

import mtassay
from mtassay import EvalSet
from mtassay.checks.base import CHECKS
from mtassay.cli.check import check as command
from mtassay.settings import options_of


@st.composite
def evalsets(draw: st.DrawFn) -> EvalSet:
    """Test sets with any of their parts, at least one."""
    size = draw(st.integers(1, 5))
    segments = st.lists(texts, min_size=size, max_size=size)
    several = st.lists(st.lists(texts, min_size=1, max_size=3), min_size=size, max_size=size)
    references = draw(st.none() | segments | several)
    sources = draw(st.none() | segments)
    systems = draw(st.dictionaries(st.sampled_from(["a", "b"]), segments, min_size=references is None and not sources))
    language = draw(st.none() | st.sampled_from(["en", "ru", "ja", "hi", "xx"]))
    return EvalSet(references, sources=sources, systems=systems, target_language=language, warn_of_blanks=False)


@pytest.mark.parametrize("name", CHECKS)
@given(evalset=evalsets())
def test_runs_on_any_test_set(name: str, evalset: EvalSet) -> None:
    findings = mtassay.check(evalset, [name])
    assert len(findings.checks) + len(findings.skipped) == 1
    assert not (findings and findings.skipped)
    for finding in findings:
        assert finding.check == name
        assert finding.part in ("systems", "references", "sources")
        assert (finding.system in evalset.systems) == (finding.part == "systems")
        assert list(finding.segments) == sorted(set(finding.segments))
        assert set(finding.segments) <= set(range(len(evalset)))
        assert len(finding.details) == len(finding.segments) > 0
        assert finding.message.startswith(f"{len(finding.segments)} segment")
        assert all(type(index) is int for index in finding.segments)
    assert [(one.segments, one.details) for one in mtassay.check(evalset, [name])] == [
        (one.segments, one.details) for one in findings
    ]


@pytest.mark.parametrize("name", CHECKS)
def test_is_a_documented_value(name: str) -> None:
    cls = CHECKS[name]
    one = cls()
    assert cls.__doc__
    assert len(cls.__doc__.splitlines()) > 2
    assert cls.title
    assert cls.advice
    assert one == CHECKS.create(one.spec) == pickle.loads(pickle.dumps(one))
    assert {option.name for option in options_of(cls)} >= {"severe_share"}
    assert set(cls.needs) | set(cls.needs_any) <= {"systems", "references", "sources", "target_language"}


@pytest.mark.parametrize("name", CHECKS)
def test_good_translations_pass(name: str, request: pytest.FixtureRequest) -> None:
    examples = request.getfixturevalue("dialogues")

    def read(path: str) -> list[str]:
        return (examples / path).read_text(encoding="utf-8").splitlines()

    evalset = EvalSet(
        list(zip(read("reference-a.en.txt"), read("reference-b.en.txt"), strict=True)),
        sources=read("source.de.txt"),
        systems={"neural-large": read("systems/neural-large.txt")},
        target_language="en",
    )
    assert not mtassay.check(evalset, [name])


def test_the_help_names_them_all() -> None:
    listed = re.search(r"Checks:\n(.*?)\n\x08", command.epilog or "", re.DOTALL)
    assert listed
    assert re.findall(r"\w+", listed.group(1)) == list(CHECKS)
