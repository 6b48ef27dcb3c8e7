"""BERTScore: what it says of texts that are empty, long or unknown, of baselines, references and models."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from processes import run
from single_scores import value
from unit.metrics.with_resources.tiny_transformers import LAYERS, write_transformer

from mtassay import EvalSet, InputError, MissingExtra, MtassayWarning, SettingError, compare, evaluate, explain, metric
from mtassay.alignment.resources.transformer import encoder
from mtassay.alignment.resources.transformer.encoder import open_transformer
from mtassay.metrics import piece_references
from mtassay.metrics.explanation import Formula

HYPOTHESES = ["a cat sat", "the dog on a mat", "one good sentence", "he said this"]
REFERENCES = ["the cat sat on the mat .", "he said a dog sat", "this is a good sentence", "this is one"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_transformer(tmp_path_factory.mktemp("models") / "tiny")


def spec(folder: Path, **settings: Any) -> str:
    return f"bertscore:model={folder},layer=2" + "".join(f",{key}={told}" for key, told in settings.items())


def segments(spec: str, hypotheses: list[str], references: list[Any]) -> list[float]:
    return evaluate(EvalSet(references, systems={"mine": hypotheses}), [spec])["mine"][0].segments.tolist()


def test_equal_texts_score_1_and_empty_ones_0(folder: Path) -> None:
    assert value(spec(folder), "the cat sat", "  the cat sat ") == pytest.approx(1)
    with pytest.warns(MtassayWarning, match="empty segment"):
        assert value(spec(folder), "", "the cat") == value(spec(folder), "the cat", "") == 0


def test_of_several_references_the_best_f1_counts(folder: Path) -> None:
    several = segments(spec(folder), ["a cat sat"], [["the dog", "the cat sat", "he said"]])
    each = [value(spec(folder), "a cat sat", reference) for reference in ("the dog", "the cat sat", "he said")]
    assert several == [max(each)]


def test_pieces_in_every_reference_weigh_nothing_unless_all_are(folder: Path) -> None:
    # "a" and "cat" are in both references, "dog" in one of two
    idf = segments(spec(folder, idf="yes"), ["a cat", "a dog"], ["a cat", "a cat dog"])
    plain = segments(spec(folder), ["a cat", "a dog"], ["a cat", "a cat dog"])
    assert idf[0] == plain[0] == pytest.approx(1)
    assert idf[1] != plain[1]


def test_a_baseline_moves_what_unrelated_texts_get_to_0(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "baseline.tsv"
    table.write_text("LAYER,P,R,F\n1,0.1,0.1,0.1\n2,0.2,0.3,0.9\n")
    plain = evaluate(EvalSet(REFERENCES, systems={"mine": HYPOTHESES}), [spec(folder)])["mine"][0]
    one = evaluate(EvalSet(REFERENCES, systems={"mine": HYPOTHESES}), [spec(folder, baseline=table)])["mine"][0]
    assert one.value == pytest.approx((plain.value - 0.9) / 0.1)
    assert one.parts["precision"] == pytest.approx((plain.parts["precision"] - 0.2) / 0.8)
    assert one.parts["recall"] == pytest.approx((plain.parts["recall"] - 0.3) / 0.7)
    assert one.label == "BERTScore, rescaled"
    table.write_text("LAYER,P,R,F\n2,0.9,0.9,0.9999\n")
    (explained,) = explain("a dog", ["he said this"], [spec(folder, baseline=table)])
    assert explained.score < 0
    last = explained.steps[-1]
    assert isinstance(last, Formula)
    assert "less alike than unrelated texts" in last.formula


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("LAYER,P,R,F\n1,0.1,0.1,0.1\n", "no line of layer 2; it has 1"),
        ("layer,p\n", "line 1 should be LAYER,P,R,F"),
        ("LAYER,P,R,F\n2,0.1,nan,0.1\n", "line 2: expected a layer and three numbers below 1"),
        ("LAYER,P,R,F\n2,0.1,1,0.1\n", "line 2: expected a layer and three numbers below 1"),
        ("LAYER,P,R,F\n2,0.1\n", "line 2: expected a layer and three numbers below 1"),
        ("LAYER,P,R,F\n2,0,0,0\n2,0,0,0\n", "line 3: a second line of layer 2"),
        ("\udcff", "line 1 should be"),
    ],
)
def test_a_wrong_baseline_is_named_before_anything_is_scored(
    table: str, message: str, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "baseline.csv").write_text(table, errors="surrogateescape")
    with pytest.raises(InputError, match=message):
        segments(spec(folder, baseline=tmp_path / "baseline.csv"), ["a"], ["a"])


def test_signature_names_weights_and_never_a_path(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("LAYER,P,R,F\n2,0,0,0\n")
    evalset = EvalSet(["a"])
    signature = metric(spec(folder, idf="yes")).signature(evalset)
    digest = metric(spec(folder))._transformer.digest
    assert f"|model:bert[{digest}]|layer:2|idf:yes|base:none|tok:" in signature
    assert str(folder.parent) not in signature
    moved = write_transformer(tmp_path / "elsewhere")
    assert metric(spec(moved, idf="yes")).signature(evalset) == signature
    other = write_transformer(tmp_path / "other", seed=2)
    assert metric(spec(other, idf="yes")).signature(evalset) != signature
    assert "base:none" not in metric(spec(folder, baseline=tmp_path / "b.csv")).signature(evalset)


def test_the_usual_layer_of_a_model_that_bert_score_knows(tmp_path: Path) -> None:
    folder = write_transformer(tmp_path / "x", _name_or_path="somebody/distilbert-base-uncased")
    with pytest.raises(SettingError, match="layer=5: this model has 2"):
        segments(f"bertscore:model={folder}", ["a"], ["a"])
    named = write_transformer(tmp_path / "roberta-base", "roberta")
    with pytest.raises(SettingError, match="layer=10: this model has 2"):
        segments(f"bertscore:model={named}", ["a"], ["a"])
    with pytest.raises(SettingError, match=f"no layer is usual for tiny; name one of the {LAYERS} that it has"):
        segments(f"bertscore:model={write_transformer(tmp_path / 'tiny')}", ["a"], ["a"])


def test_layers_count_from_before_the_first(folder: Path) -> None:
    scores = {layer: value(f"bertscore:model={folder},layer={layer}", "a cat", "the dog sat") for layer in range(3)}
    assert len(set(scores.values())) == 3
    # before the first layer nothing depends on the context but the place
    assert value(f"bertscore:model={folder},layer=0", "cat a", "cat dog") < 1


def test_order_and_company_of_segments_change_nothing(folder: Path) -> None:
    forwards = segments(spec(folder), HYPOTHESES, REFERENCES)
    assert segments(spec(folder), HYPOTHESES[::-1], REFERENCES[::-1]) == forwards[::-1]
    assert [value(spec(folder), *pair) for pair in zip(HYPOTHESES, REFERENCES, strict=True)] == forwards


def test_where_no_stack_gives_the_same_bits_texts_go_one_by_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked = segments(spec(folder), HYPOTHESES, REFERENCES)
    monkeypatch.setattr(encoder, "_STEPS", ())
    alone = write_transformer(tmp_path / "alone")
    assert segments(spec(alone), HYPOTHESES, REFERENCES) == pytest.approx(stacked, abs=1e-6)
    assert len(open_transformer(str(alone)).stacks([open_transformer(str(alone)).pieces.cut("a")] * 3)) == 3


def test_blocks_and_what_is_kept_of_references_do_not_show(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = segments(spec(folder), HYPOTHESES * 100, REFERENCES * 100)
    monkeypatch.setattr(piece_references, "_MOST_BYTES", 0)
    assert segments(spec(folder), HYPOTHESES * 100, REFERENCES * 100) == whole


def test_references_are_encoded_once_for_all_systems(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    encode_stack = piece_references.TextEncoder._encode
    monkeypatch.setattr(
        piece_references.TextEncoder,
        "_encode",
        lambda self, stack: (asked.extend(" ".join(text.words[1:-1]) for text in stack), encode_stack(self, stack))[1],
    )
    evaluate(EvalSet(REFERENCES, systems={"a": HYPOTHESES, "b": HYPOTHESES[::-1], "c": HYPOTHESES}), [spec(folder)])
    assert sorted(asked) == sorted([*REFERENCES, *HYPOTHESES, *HYPOTHESES])


def test_what_is_cut_is_counted(folder: Path) -> None:
    long = "the cat " * 20
    with pytest.warns(MtassayWarning, match="1 reference and 2 outputs longer than 30 word pieces"):
        evaluate(EvalSet([long, "a"], systems={"a": [long, "a"], "b": [long + "sat", "a"]}), [spec(folder)])
    with pytest.warns(MtassayWarning, match="2 references longer"):
        assert segments(spec(folder), ["a", "a"], [long, long + "sat"])[0] == pytest.approx(
            segments(spec(folder), ["a", "a"], [long, long])[1]
        )


def test_a_model_of_another_language_is_noted(folder: Path) -> None:
    with pytest.warns(MtassayWarning, match="does not know 100% of the references' word pieces"):
        value(spec(folder), "जो", "और यह")


def test_systems_are_compared_by_it(folder: Path) -> None:
    evalset = EvalSet(REFERENCES * 10, systems={"a": HYPOTHESES * 10, "b": REFERENCES * 10})
    comparison = compare(evalset, metrics=[spec(folder)], baseline="a")
    (pair,) = comparison.metrics[0].pairs
    assert 0 <= pair.p_value <= 1
    assert pair.difference > 0


def test_without_a_model_it_says_what_to_name() -> None:
    with pytest.raises(SettingError, match=r"no model; name the folder of a transformer: bertscore:model=FOLDER"):
        metric("bertscore")


def test_without_the_packages_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    fresh = write_transformer(folder.parent / "fresh")
    for package in ("tokenizers", "safetensors"):
        with monkeypatch.context() as without:
            without.setitem(sys.modules, package, None)
            with pytest.raises(MissingExtra, match=r"pip install 'mtassay\[bert\]'"):
                value(spec(fresh), "a", "a")


def test_a_command_scores_by_it(folder: Path, tmp_path: Path) -> None:
    for name, lines in (("ref", REFERENCES), ("mine", HYPOTHESES)):
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    names = [str(tmp_path / f"{name}.txt") for name in ("ref", "mine")]
    result = run("score", "-r", *names, "-m", spec(folder), "--format", "json")
    (told,) = json.loads(result.stdout)["systems"][0]["scores"]
    assert told["score"] == pytest.approx(float(np.mean(segments(spec(folder), HYPOTHESES, REFERENCES))))
    assert str(folder.parent) not in told["signature"]
