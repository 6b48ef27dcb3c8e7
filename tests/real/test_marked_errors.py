"""Marked errors of published evaluations, read by our formats and counted by our protocols."""

import csv
import gzip
from collections import defaultdict

import pytest
from published import DATA, needs_data, table

from mtassay.human.answer_files.base import ANSWER_FILES
from mtassay.human.protocols.base import PROTOCOLS, AskedItem

pytestmark = needs_data


def test_penalties_of_the_ted_talks() -> None:
    folder = DATA / "wmt21-ted-ende-mqm"
    answers = ANSWER_FILES.create("marot").read(gzip.decompress((folder / "mqm_raw.tsv.gz").read_bytes()), "raw")
    assert len(answers.answers) == 7406
    said: defaultdict[str, defaultdict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for answer in answers.answers:
        (item,) = answer.items
        said[item.systems[0]][item.position].append(answer.numbers[0].value)
    means = {
        name.replace("ref", "refA"): sum(sum(values) / len(values) for values in segments.values()) / len(segments)
        for name, segments in said.items()
    }
    published = {row["system"]: float(row["mqm"]) for row in table(folder / "system_scores.tsv")}
    assert means == pytest.approx(published, abs=1e-4)
    for system, penalty in {"refA": 0.9115, "Facebook-AI": 1.0560, "Online-W": 1.1225, "Nemo": 2.1408}.items():
        assert means[system] == pytest.approx(penalty, abs=1e-4)
    content = ANSWER_FILES.create("marot").write(answers, "x.tsv")
    again = ANSWER_FILES.create("marot").read(content, "again")
    assert [answer.numbers[0].value for answer in again.answers] == [
        answer.numbers[0].value for answer in answers.answers
    ]


def test_errors_of_english_to_croatian() -> None:
    rows = list(table(DATA / "mqm-enhr-2raters" / "mqm_annotations.tsv"))
    names = sorted({row["category"].replace("/", " or ") for row in rows} - {"no-error"})
    tree = ",".join(f'"{name}"' for name in names)
    protocol = PROTOCOLS.create(f"mqm:tree='[{tree}]',overlap=yes,weights='minor=1,major=5,null=1,critical=5'")
    marked: defaultdict[tuple[str, str, str], list[dict[str, object]]] = defaultdict(list)
    for row in rows:
        spans = marked[row["rater"], row["system"], row["seg_id"]]
        if row["category"] != "no-error":
            place = {"start": int(row["start"]), "end": int(row["end"])}
            spans.append(
                {
                    "side": "target",
                    **place,
                    "severity": row["severity"],
                    "category": row["category"].replace("/", " or "),
                }
            )
    errors: defaultdict[str, int] = defaultdict(int)
    of_systems: defaultdict[str, float] = defaultdict(float)
    for (rater, system, _), spans in marked.items():
        item = AskedItem(1, (), "", "x" * 1000)
        numbers = protocol.numbers(protocol.check({"spans": spans}, [item]), [item])
        count = next(number.value for number in numbers if number.name == "errors")
        errors[rater] += int(count)
        of_systems[system] += count / 200  # 100 sentences, two raters
    assert sorted(errors.values()) == [595, 760]
    assert of_systems == pytest.approx({"PBMT": 2.855, "Factored": 2.340, "NMT": 1.580}, abs=1e-9)


def test_rankings_of_turkish() -> None:
    folder = DATA / "wmt16-turen-rank5"
    for name, pairs in (("pairwise_collapsed.csv.gz", 9684), ("pairwise.csv.gz", None)):
        content = gzip.decompress((folder / name).read_bytes())
        answers = ANSWER_FILES.create("wmt-rank").read(content, name)
        rows = list(csv.DictReader(content.decode().splitlines()))
        written = ANSWER_FILES.create("wmt-rank").write(answers, "x.csv").decode().splitlines()
        assert len(written) - 1 == len(rows)
        assert pairs in (None, len(rows))
        ties = sum(row["system1rank"] == row["system2rank"] for row in csv.DictReader(written))
        assert ties == sum(row["system1rank"] == row["system2rank"] for row in rows)
        if pairs:
            assert ties == 2367
