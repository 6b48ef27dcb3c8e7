"""TER in `mtassay.compat.sacrebleu` and `mtassay sacrebleu`, beside sacreBLEU's."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import sacrebleu as peer
from hypothesis import assume, given, settings
from processes import run_module
from strategies import streams, ter_settings

import mtassay
import mtassay.compat.sacrebleu as ours

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
ROOT = Path(__file__).parents[2]


def same_score(got: Any, expected: Any) -> None:
    assert got.score == pytest.approx(expected.score, rel=1e-12, abs=1e-12)
    assert (got.name, got.num_edits) == (expected.name, expected.num_edits)
    assert got.ref_length == pytest.approx(expected.ref_length, rel=1e-12)
    scaled = expected.score * 100
    assume(abs(scaled - int(scaled) - 0.5) > 1e-6)  # else a last bit decides
    assert str(got) == str(expected)
    for arguments in ({"signature": "a:b"}, {"signature": "a:b", "is_json": True}, {"score_only": True}):
        assert got.format(**arguments) == expected.format(**arguments)


@given(corpus=streams(), chosen=ter_settings)
@settings(max_examples=200)
def test_ter(corpus: Any, chosen: dict[str, Any]) -> None:
    hypotheses, references = corpus
    first = [stream[0] for stream in references]
    got, expected = ours.TER(**chosen), peer.TER(**chosen)
    same_score(got.corpus_score(hypotheses, references), expected.corpus_score(hypotheses, references))
    for short in (False, True):
        found, wanted = (metric.get_signature().format(short) for metric in (got, expected))
        assert found.rpartition(":")[0] == wanted.rpartition(":")[0]
    same_score(got.sentence_score(hypotheses[0], first), expected.sentence_score(hypotheses[0], first))
    same_score(ours.corpus_ter(hypotheses, references, **chosen), peer.corpus_ter(hypotheses, references, **chosen))
    same_score(ours.sentence_ter(hypotheses[0], first, **chosen), peer.sentence_ter(hypotheses[0], first, **chosen))
    cached = ours.TER(**chosen, references=references)
    same_score(cached.corpus_score(hypotheses, None), expected.corpus_score(hypotheses, references))


_REFERENCES = "examples/dialogues/reference-a.en.txt examples/dialogues/reference-b.en.txt"
_ONE = "-i examples/dialogues/systems/phrase-based.txt"
_TWO = "-i examples/dialogues/systems/neural-small.txt examples/dialogues/systems/phrase-based.txt"


@pytest.mark.parametrize(
    "arguments",
    [
        f"{_REFERENCES} {_ONE} -m ter",
        f"{_REFERENCES} {_ONE} -m ter bleu chrf -f text",
        f"{_REFERENCES} {_ONE} -m bleu chrf ter -f text -sh -w 3",
        f"{_REFERENCES} {_ONE} -m bleu chrf ter -b",
        f"{_REFERENCES} {_ONE} -m ter -sl -w 4",
        f"{_REFERENCES} {_ONE} -m ter --ter-normalized --ter-no-punct --ter-asian-support --ter-case-sensitive",
        f"{_REFERENCES} {_TWO} -m bleu chrf ter -f text",
        f"{_REFERENCES} {_TWO} -m bleu chrf ter -f latex",
        f"{_REFERENCES} {_TWO} -m ter chrf bleu",
        "examples/legal/reference.en.txt -i examples/legal/systems/online-a.txt -m ter --ter-normalized -f text",
    ],
)
def test_command_line(arguments: str) -> None:
    printed = []
    for program in (["mtassay.cli.main", "sacrebleu"], ["sacrebleu"]):
        done = run_module(*program, *shlex.split(arguments), env={"NO_COLOR": "1"}, folder=ROOT)
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout.replace(peer.__version__, "VERSION").replace(mtassay.__version__, "VERSION"))
    assert printed[0] == printed[1]
