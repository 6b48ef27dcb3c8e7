"""Published judgments, as their publishers count them."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from mtassay.errors import MtassayWarning
from mtassay.human.judgment_files import read_judgments

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"no folder {DATA}")


def rows(path: Path) -> list[dict[str, str]]:
    names, *lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return [dict(zip(names.split("\t"), line.split("\t"), strict=True)) for line in lines]


def spaced(text: str) -> str:
    return " ".join(text.split())


def test_marked_errors_give_the_published_segment_scores() -> None:
    folder = DATA / "wmt21-ted-ende-mqm"
    collection = read_judgments(str(folder / "mqm_raw.tsv.gz"))
    published = {(row["system"], row["seg_id"]): row for row in rows(folder / "segment_scores.tsv")}
    found = {
        ("refA" if judgment.system == "ref" else judgment.system, source.extra["seg_id"]): judgment
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
    }
    assert len(collection.sources) == 529
    assert found.keys() == published.keys()
    assert sum(1 for system, _ in found if system != "refA") == 529 * 13
    for key, row in published.items():
        penalty = float(row["mqm"])
        assert found[key].judge == row["rater"]
        assert float(found[key].extra["mqm"]) == pytest.approx(penalty)
        assert found[key].value == pytest.approx(max(0.0, 10 - 0.4 * penalty))


def test_outputs_in_marked_errors_are_those_of_the_systems() -> None:
    folder = DATA / "wmt21-ted-ende-mqm"
    outputs: dict[str, dict[int | None, str]] = defaultdict(dict)
    for source in read_judgments(str(folder / "mqm_raw.tsv.gz")).sources:
        for target in source.targets:
            for output in target.outputs:
                outputs[output.system][output.position] = spaced(target.text)
    lines = {int(row["seg_id"]): int(row["line"]) for row in rows(folder / "segments.tsv")}
    for path in (folder / "outputs").iterdir():
        texts = path.read_text(encoding="utf-8").split("\n")
        found = outputs[path.name.removesuffix(".de.txt")]
        assert found == {segment: texts[line - 1] for segment, line in lines.items()}


def test_direct_assessment_gives_the_published_means() -> None:
    folder = DATA / "wmt21-isen-da"
    with pytest.warns(MtassayWarning, match="scores of type BAD_REF are left out, .*: 1049"):
        collection = read_judgments(
            str(folder / "da_judgments.tsv"),
            source=str(folder / "source.is.txt"),
            outputs=sorted(map(str, (folder / "outputs").iterdir())),
            reference=f"refA={folder / 'reference.refA.en.txt'}",
        )
    judgments = [
        (source.position, judgment)
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
    ]
    assert Counter(one.extra["type"] for _, one in judgments) == {"SYSTEM": 10090, "REF": 1058, "REPEAT": 1033}
    assert sum(one.is_recheck for _, one in judgments) == 1033
    scores = defaultdict(list)
    for position, one in judgments:
        if one.system != "refA":
            scores[one.system, str(position)].append(one.value)
    for row in rows(folder / "da_segment_scores.tsv"):
        found = scores[row["system"], row["line"]]
        if (row["system"], row["seg_id"]) != ("Online-A", "1"):  # where the published raw score is not that of its z
            assert len(found) == int(row["n"])
            assert sum(found) / len(found) == pytest.approx(float(row["raw"]))


def test_columns_of_published_ratings_are_guessed() -> None:
    path = DATA / "indicmt-enhi-mqm" / "segments.tsv"
    with pytest.warns(MtassayWarning, match="hyp=translation, score=human_score; kept"):
        collection = read_judgments(str(path), scale="0..25")
    targets = [target for source in collection.sources for target in source.targets]
    assert len({source.text for source in collection.sources}) == 376
    assert sum(len(target.outputs) for target in targets) == 1400
    assert sum(len(target.judgments) for target in targets) == 1400
