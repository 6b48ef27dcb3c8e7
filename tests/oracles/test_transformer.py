"""The forward pass, number by number in plain Python, and BERTScore from its vectors."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from safetensors.numpy import load_file
from unit.metrics.with_resources.tiny_transformers import HEADS, LAYERS, TYPES, WIDTH, write_transformer

from mtassay import EvalSet, evaluate
from mtassay.alignment.resources.transformer.encoder import Transformer

Row = list[float]
TEXTS = [
    "the cat sat on the mat .",
    "a dog said this",
    "",
    "the the zebra 42",
    "the<pad>cat",
    "is this one good sentence ? " * 9,
]
_NAMES = [
    *("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"),
    *("attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm"),
]
_NAMES_OF_DISTILBERT = [
    *("attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin"),
    *("sa_layer_norm", "ffn.lin1", "ffn.lin2", "output_layer_norm"),
]


def plain_vectors(folder: Path, numbers: list[int], layers: int) -> list[Row]:
    """Vectors of the pieces, with nothing but numbers, under the names of the file."""
    told = json.loads((folder / "config.json").read_text())
    weights = {name: tensor.astype(float).tolist() for name, tensor in load_file(folder / "model.safetensors").items()}
    epsilon = told.get("layer_norm_eps", 1e-12)

    def norm(row: Row, name: str) -> Row:
        mean = math.fsum(row) / len(row)
        spread = math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + epsilon)
        scale, shift = weights[f"{name}.weight"], weights[f"{name}.bias"]
        return [(x - mean) / spread * w + b for x, w, b in zip(row, scale, shift, strict=True)]

    def linear(row: Row, name: str) -> Row:
        matrix, shift = weights[f"{name}.weight"], weights[f"{name}.bias"]
        return [
            math.fsum(x * w for x, w in zip(row, line, strict=True)) + b for line, b in zip(matrix, shift, strict=True)
        ]

    def places() -> list[int]:
        if "roberta" not in told["model_type"]:
            return list(range(len(numbers)))
        found, counted = [], 1
        for number in numbers:
            counted += number != 1
            found.append(counted if number != 1 else 1)
        return found

    def added(*rows: Row) -> Row:
        return [sum(values) for values in zip(*rows, strict=True)]

    distilled = told["model_type"] == "distilbert"
    embeddings = {key: weights.get(f"embeddings.{key}_embeddings.weight") for key in ("word", "position", "token_type")}
    states = []
    for number, place in zip(numbers, places(), strict=True):
        parts = [embeddings["word"][number], embeddings["position"][place]]
        states.append(
            norm(added(*parts, *([] if distilled else [embeddings["token_type"][0]])), "embeddings.LayerNorm")
        )
    names = _NAMES_OF_DISTILBERT if distilled else _NAMES
    for layer in range(layers):
        stem = f"{'transformer' if distilled else 'encoder'}.layer.{layer}"
        query, key, value, joined, first, wide, narrow, last = (f"{stem}.{name}" for name in names)
        queries, keys, values = ([linear(row, name) for row in states] for name in (query, key, value))
        depth = WIDTH // HEADS
        seen: list[Row] = [[] for _ in states]
        for head in range(HEADS):
            part = slice(head * depth, (head + 1) * depth)
            for place, asked in enumerate(queries):
                likeness = [
                    math.exp(
                        math.fsum(a * b for a, b in zip(asked[part], told_key[part], strict=True)) / math.sqrt(depth)
                    )
                    for told_key in keys
                ]
                total = math.fsum(likeness)
                seen[place] += [
                    math.fsum(share / total * row[part][i] for share, row in zip(likeness, values, strict=True))
                    for i in range(depth)
                ]
        states = [norm(added(linear(row, joined), before), first) for row, before in zip(seen, states, strict=True)]
        states = [
            norm(
                added(linear([x / 2 * (1 + math.erf(x / math.sqrt(2))) for x in linear(row, wide)], narrow), row), last
            )
            for row in states
        ]
    return states


@pytest.mark.parametrize("model_type", TYPES)
def test_vectors_are_those_of_plain_sums(model_type: str, tmp_path: Path) -> None:
    transformer = Transformer(write_transformer(tmp_path, model_type))
    for text in TEXTS:
        pieces = transformer.pieces.cut(text)
        for layer in range(LAYERS + 1):
            expected = plain_vectors(tmp_path, pieces.numbers.tolist(), layer)
            assert transformer.vectors(pieces, layer).tolist() == [pytest.approx(row, abs=2e-5) for row in expected]


def plain_score(ours: list[Row], theirs: list[Row], weights: tuple[Row, Row]) -> tuple[float, float, float]:
    def cosine(a: Row, b: Row) -> float:
        return math.fsum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)

    def share(some: list[Row], others: list[Row], told: Row) -> float:
        return sum(w * max(cosine(a, b) for b in others) for a, w in zip(some, told, strict=True)) / sum(told)

    precision, recall = share(ours, theirs, weights[0]), share(theirs, ours, weights[1])
    return precision, recall, 2 * precision * recall / (precision + recall)


@pytest.mark.parametrize("idf", [False, True])
@pytest.mark.parametrize("model_type", TYPES)
def test_scores_are_those_of_plain_sums(model_type: str, idf: bool, tmp_path: Path) -> None:
    folder = write_transformer(tmp_path, model_type)
    hypotheses, references = ["a cat sat", "the dog on a mat"], ["the cat sat on the mat .", "he said a dog sat"]
    spec = f"bertscore:model={folder},layer=2,idf={'yes' if idf else 'no'}"
    score = evaluate(EvalSet(references, systems={"mine": hypotheses}), [spec])["mine"][0]
    cut = Transformer(folder).pieces.cut
    having: dict[int, int] = {}
    for text in references:
        for number in set(cut(text).numbers.tolist()):
            having[number] = having.get(number, 0) + 1

    def weights(numbers: list[int]) -> Row:
        told = [math.log(3 / (having.get(number, 0) + 1)) if idf else 1.0 for number in numbers]
        return [0.0, *told[1:-1], 0.0]

    found: list[Any] = []
    for pair in zip(hypotheses, references, strict=True):
        numbers = [cut(text).numbers.tolist() for text in pair]
        ours, theirs = (plain_vectors(folder, told, 2) for told in numbers)
        found.append(plain_score(ours, theirs, (weights(numbers[0]), weights(numbers[1]))))
    assert score.segments.tolist() == pytest.approx([f1 for _, _, f1 in found], abs=1e-5)
    means = [sum(column) / 2 for column in zip(*found, strict=True)]
    assert [score.parts["precision"], score.parts["recall"], score.value] == pytest.approx(means, abs=1e-5)
