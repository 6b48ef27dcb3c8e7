"""Meta-evaluation of public judgments: figures computed when the tests were chosen, and records of peers."""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from published import DATA, cases, needs_data, table

from mtassay.corpus.files import read_evalset
from mtassay.human.answers.judged_outputs import Ranked, RankedOutput
from mtassay.metaeval.contests.williams import williams_p
from mtassay.metaeval.differences import counted_shares, meaning_of_differences, pool_meanings
from mtassay.metaeval.judged import Judged, MetricScores, make_judged
from mtassay.metaeval.measured import measure
from mtassay.metaeval.meta import MetaChoices, meta_evaluate
from mtassay.metaeval.result import MetaEvaluation
from mtassay.metaeval.sources.folder import judged_from_folder
from mtassay.metaeval.sources.human_scores import from_rankings
from mtassay.metaeval.sources.texts import judged_from_scores, judged_from_texts
from mtassay.metaeval.statistics.acc_eq import TieAccuracy
from mtassay.metaeval.statistics.base import RowStatistic, statistic
from mtassay.metaeval.statistics.tau_eq import TieTau
from mtassay.metaeval.statistics.tau_like import TauLike
from mtassay.metrics.base import metric

METRICS = ("BLEU", "chrF2", "TER")
SETS = {
    "ted": ("wmt21-ted-ende-mqm", "reference.refA.de.txt", "source.en.txt", "segment_scores.tsv", "mqm"),
    "news": ("wmt21-news-ende-mqm", "reference.refA.de.txt", "source.en.txt", "segment_scores.tsv", "mqm"),
    "is-en": ("wmt21-isen-da", "reference.refA.en.txt", "source.is.txt", "da_segment_scores.tsv", "z"),
}
# Pearson, pairs of systems in the right order, SPA; tau-b by item and its groups, acc_eq
FIGURES = {
    "ted": (
        (0.6200, 0.5623, 0.6086),
        (54, 53, 53),
        (0.6695, 0.6694, 0.5567),
        (0.0641, 0.0748, 0.0790),
        (459, 468, 445),
        (0.480297, 0.480297, 0.480587),
    ),
    "news": (
        (0.8882, 0.8418, 0.9707),
        (23, 23, 26),
        (0.8323, 0.7964, 0.8635),
        (0.0562, 0.0647, 0.0531),
        (474, 479, 467),
        (0.465709, 0.465709, 0.466115),
    ),
    "is-en": (
        (0.8759, 0.8529, 0.8704),
        (42, 41, 42),
        (0.8658, 0.8519, 0.8495),
        (0.1031, 0.1148, 0.1075),
        (996, 997, 996),
        (0.515844, 0.534785, 0.457671),
    ),
}


@cache
def judged_set(name: str) -> Judged:
    folder, reference, source, scores, column = SETS[name]
    home = DATA / folder
    outputs = {path.name.split(".en.txt")[0].split(".de.txt")[0]: str(path) for path in home.glob("outputs/*.txt")}
    evalset = read_evalset([str(home / reference)], outputs, str(home / source))
    chosen = [metric(spec) for spec in ("bleu", "chrf", "ter")]
    return judged_from_texts(evalset, chosen, f"{home / scores}:position=line,score={column}")


@cache
def evaluated(name: str) -> MetaEvaluation:
    return meta_evaluate(judged_set(name), MetaChoices(correction="none"))


def values_of(result: MetaEvaluation, spec: str, field: str = "value") -> list[Any]:
    ranking = next(ranking for ranking in result.rankings if ranking.statistic == spec)
    rows = {row.label: row for row in ranking.metrics}
    return [getattr(rows[label], field) for label in METRICS]


def p_of(result: MetaEvaluation, spec: str, *labels: str) -> float:
    ranking = next(ranking for ranking in result.rankings if ranking.statistic == spec)
    return next(pair.p_value for pair in ranking.pairs if {pair.first, pair.second} == set(labels))


@needs_data
@pytest.mark.parametrize("name", SETS)
def test_judged_sets_of_wmt21(name: str) -> None:
    pearson, right, spa, kendall, groups, accuracy = FIGURES[name]
    result = evaluated(name)
    pairs = len(result.systems) * (len(result.systems) - 1) // 2
    assert values_of(result, "pearson") == pytest.approx(pearson, abs=0.0005)
    assert [round(pairs * value) for value in values_of(result, "pairwise-accuracy")] == list(right)
    assert values_of(result, "spa") == pytest.approx(spa, abs=0.0005)
    assert values_of(result, "kendall") == pytest.approx(kendall, abs=0.0005)
    assert values_of(result, "kendall", "groups") == list(groups)
    assert values_of(result, "acc-eq") == pytest.approx(accuracy, abs=0.0005)


@needs_data
def test_epsilons_errors_and_tests() -> None:
    ted, news, icelandic = map(evaluated, SETS)
    assert values_of(ted, "acc-eq", "epsilon") == pytest.approx([100, 92.5926, 300], abs=0.0005)
    # 1000 draws know a standard error to 2 %
    assert values_of(ted, "kendall", "error") == pytest.approx([0.0135, 0.0128, 0.0145], rel=0.06)
    plain = meta_evaluate(
        judged_set("ted"), MetaChoices(levels=("segment",), statistics=("acc-eq:epsilon=0",), draws=100)
    )
    assert values_of(plain, "acc-eq:epsilon=0") == pytest.approx([0.391959, 0.379235, 0.408851], abs=0.0005)
    assert p_of(ted, "pearson", "BLEU", "chrF2") == pytest.approx(0.609, abs=0.0006)
    assert p_of(news, "pearson", "chrF2", "TER") == pytest.approx(0.059, abs=0.0006)
    assert p_of(news, "kendall", "BLEU", "chrF2") == pytest.approx(0.49, abs=0.02)
    assert p_of(icelandic, "kendall", "BLEU", "chrF2") == pytest.approx(0.059, abs=0.01)


@needs_data
@pytest.mark.parametrize(
    ("name", "label", "agreed", "pairs", "slope"),
    [
        ("ted", "BLEU", 54, 78, 0.7526),
        ("ted", "chrF2", 53, 78, 0.6851),
        ("ted", "TER", 53, 77, 0.9053),
        ("news", "BLEU", 23, 28, 3.0585),
        ("is-en", "BLEU", 42, 45, 1.2204),
    ],
)
def test_what_differences_mean(name: str, label: str, agreed: int, pairs: int, slope: float) -> None:
    meaning = meaning_of_differences(judged_set(name), label, draws=100)
    assert (meaning.agreed, meaning.pairs) == (agreed, pairs)
    assert meaning.slope == pytest.approx(slope, abs=0.0005)
    if (name, label) == ("ted", "BLEU"):
        assert meaning.needed(0.8) == pytest.approx(1.84, abs=0.005)


@needs_data
def test_differences_of_several_sets_together() -> None:
    """Pairs are made within a set; systems are drawn set by set."""
    ted, *others = (meaning_of_differences(judged_set(name), "BLEU", draws=100) for name in SETS)
    (pooled,) = pool_meanings([ted], others, draws=100)
    assert (pooled.agreed, pooled.pairs) == (119, 151)
    assert pooled.slope == pytest.approx(0.9593, abs=0.0005)
    assert pooled.low < pooled.slope < pooled.high
    assert sum(share.pairs for share in counted_shares(pooled)) == 151


WMT20 = DATA / "wmt20-ende-scores"


def packed_table(path: Path) -> list[dict[str, str]]:
    head, *lines = gzip.decompress(path.read_bytes()).decode().split("\n")
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines if line]


def wmt20_systems() -> Judged:
    rows = table(WMT20 / "metric_system_scores.tsv")
    names = [row["SYSTEM"] for row in rows]
    scores = {}
    for label in ("BLEU", "chrF", "TER", "COMET", "YiSi-1"):
        values = np.array([float(row[label] or "nan") for row in rows])
        scores[label] = MetricScores(segments=values[:, None], systems=values)
    human = np.array([[float(row["HUMAN"])] for row in rows])
    people = [name for name in names if name.startswith("Human")]
    return make_judged(names, human, scores, gold="DA z", people=people)


def ordered(result: MetaEvaluation, spec: str) -> list[float]:
    rows = {row.label: row.value for row in result.rankings[0].metrics}
    assert result.rankings[0].statistic == spec
    return [rows[label] for label in ("BLEU", "chrF", "TER", "COMET", "YiSi-1")]


@needs_data
def test_systems_of_wmt20() -> None:
    judged = wmt20_systems()

    def values(spec: str, **more: Any) -> list[float]:
        return ordered(meta_evaluate(judged, MetaChoices(levels=("system",), statistics=(spec,), **more)), spec)

    assert values("pearson") == pytest.approx([0.9279, 0.9619, 0.9409, 0.9721, 0.9708], abs=0.0005)
    assert values("kendall") == pytest.approx([0.8022, 0.8681, 0.8242, 0.8462, 0.8681], abs=0.0005)
    assert [round(91 * value) for value in values("pairwise-accuracy")] == [82, 85, 83, 84, 85]
    assert values("pearson", people=True) == pytest.approx([0.5373, 0.6404, 0.3544, 0.9694, 0.7838], abs=0.0005)
    dropped = meta_evaluate(judged, MetaChoices(levels=("system",), statistics=("pearson",), drop_outliers=True))
    assert set(dropped.outliers) == {"zlabs-nlp.179", "WMTBiomedBaseline.388", "Online-G.1556"}
    assert ordered(dropped, "pearson") == pytest.approx([0.8247, 0.8615, 0.8478, 0.8629, 0.8869], abs=0.0005)


def wmt20_segments(human: dict[tuple[str, str], float], lower: bool) -> Judged:
    """Scores by system and `doc::segment`; human translations are left out."""
    keys = [f"{row['doc']}::{row['doc_seg']}" for row in table(WMT20 / "segments.tsv")]
    systems = sorted({system for system, _ in human if not system.startswith("Human")})
    place = {key: number for number, key in enumerate(keys)}
    gold = np.full((len(systems), len(keys)), np.nan)
    for (system, key), value in human.items():
        if system in systems and key in place:
            gold[systems.index(system), place[key]] = value
    tables: dict[str, np.ndarray] = {}
    for row in packed_table(WMT20 / "metric_segment_scores.tsv.gz"):
        if row["system"] in systems:
            cells = tables.setdefault(row["metric"], np.full(gold.shape, np.nan))
            cells[systems.index(row["system"]), place[f"{row['doc']}::{row['doc_seg']}"]] = float(row["score"])
    scores = {label: MetricScores(segments=cells, systems=np.nanmean(cells, axis=1)) for label, cells in tables.items()}
    return make_judged(systems, gold, scores, gold="people", lower_is_better=lower)


@needs_data
def test_segments_of_wmt20() -> None:
    keys = {row["seg_id"]: f"{row['doc']}::{row['doc_seg']}" for row in table(WMT20 / "segments.tsv")}
    marked = {
        (row["system"], keys[row["seg_id"]]): float(row["mqm"])
        for row in table(WMT20 / "mqm_segment_scores.tsv")
        if row["mqm"]
    }
    judged = wmt20_segments(marked, lower=True)
    assert len(judged.systems) == 7
    kendall, accuracy = (measure(judged, statistic(name), "segment") for name in ("kendall", "acc-eq"))
    assert [kendall.values[label] for label in ("TER", "chrF")] == pytest.approx([0.1925, 0.1955], abs=0.0005)
    counts = [int(kendall.parts[label].denominators.sum()) for label in ("TER", "chrF")]
    assert counts == [1363, 1376]
    assert [accuracy.values[label] for label in ("TER", "chrF")] == pytest.approx([0.484452, 0.532474], abs=0.0005)
    assert [accuracy.parts[label].epsilon for label in ("TER", "chrF")] == [0, 0]
    spa = measure(judged, statistic("spa"), "system")
    assert [spa.values[label] for label in ("TER", "chrF")] == pytest.approx([0.8529, 0.8824], abs=0.0005)


def write_scores(path: Path, table: np.ndarray, systems: tuple[str, ...]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        f"{name} {'None' if np.isnan(value) else repr(value)}"
        for name, row in zip(systems, table.tolist(), strict=True)
        for value in row
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@needs_data
def test_a_folder_gives_the_same(tmp_path: Path) -> None:
    keys = {row["seg_id"]: f"{row['doc']}::{row['doc_seg']}" for row in table(WMT20 / "segments.tsv")}
    marked = {
        (row["system"], keys[row["seg_id"]]): float(row["mqm"])
        for row in table(WMT20 / "mqm_segment_scores.tsv")
        if row["mqm"]
    }
    judged = wmt20_segments(marked, lower=True)
    write_scores(tmp_path / "human-scores" / "en-de.mqm.seg.score", judged.human, judged.systems)
    for label, scores in judged.metrics.items():
        target = tmp_path / "metric-scores" / "en-de" / f"{label}-refA.seg.score"
        write_scores(target, scores.segments, judged.systems)
    read = judged_from_folder(str(tmp_path), "en-de")
    for name, level, values in (("kendall", "segment", [0.1925, 0.1955]), ("spa", "system", [0.8529, 0.8824])):
        measured = measure(read, statistic(name), level)
        assert [measured.values[label] for label in ("TER", "chrF")] == pytest.approx(values, abs=0.0005)


@needs_data
def test_pairs_of_direct_assessment() -> None:
    raw = {
        (row["SYS"], row["SEGID"]): float(row["RAW.SCR"]) for row in packed_table(WMT20 / "da_segment_scores.tsv.gz")
    }
    measured = measure(wmt20_segments(raw, lower=False), TauLike(), "segment")
    for label, right, wrong, value in (("TER", 5519, 3820, 0.1819), ("chrF", 6439, 2900, 0.3789)):
        parts = measured.parts[label]
        assert parts.denominators.sum() == right + wrong
        assert parts.numerators.sum() == right - wrong
        assert measured.values[label] == pytest.approx(value, abs=0.0005)


def rows_of(name: str, human: np.ndarray, scores: np.ndarray) -> float:
    chosen = statistic(name)
    assert isinstance(chosen, RowStatistic)
    return chosen.of_rows(np.ascontiguousarray(human), np.ascontiguousarray(scores)).value


@needs_data
@pytest.mark.parametrize("record", cases("correlation", "correlation"))
def test_records_of_correlations(record: dict[str, Any]) -> None:
    rows = [np.array([record["input"][name]], dtype=np.float64) for name in ("x", "y")]
    expected = record["expected"]
    for name, key in (
        ("pearson", "pearson"),
        ("spearman", "spearman"),
        ("kendall", "kendall_b"),
        ("kendall:variant=c", "kendall_c"),
    ):
        wanted = np.nan if expected[key] == "NaN" else expected[key]
        assert rows_of(name, *rows) == pytest.approx(wanted, abs=1e-9, nan_ok=True)


@needs_data
@pytest.mark.parametrize("record", cases("metaeval", "segment meta-evaluation"))
def test_records_of_segments(record: dict[str, Any]) -> None:
    gold, scores = (np.array(record["input"][name], dtype=np.float64) for name in ("gold", "metric"))
    flat = gold.reshape(1, -1), scores.reshape(1, -1)
    expected = record["expected"]
    for name in ("pearson", "spearman", "kendall"):
        for group, rows in (("none", flat), ("item", (gold.T, scores.T)), ("sys", (gold, scores))):
            assert rows_of(name, *rows) == pytest.approx(expected[f"{name}_{group}"], abs=1e-9)
    assert rows_of("kendall:variant=c", *flat) == pytest.approx(expected["tau_c_flat"], abs=1e-9)
    assert rows_of("tau-eq:epsilon=0", *flat) == pytest.approx(expected["tau_23_flat"], abs=1e-9)
    assert rows_of("acc-eq:epsilon=0", *flat) == pytest.approx(expected["tau_acc23_flat"], abs=1e-9)
    for kind, chosen, epsilon in (("acc_eq", TieAccuracy(), "epsilon"), ("tau_eq", TieTau(), "epsilon_tau")):
        parts = chosen.of_rows(np.ascontiguousarray(gold.T), np.ascontiguousarray(scores.T))
        assert parts.value == pytest.approx(expected[f"{kind}_item_avg"], abs=1e-9)
        # of epsilons that are equally good the peer takes the one that rounding favours, we take the smallest
        assert parts.epsilon is not None
        assert parts.epsilon <= expected[epsilon] + 1e-9
    for threshold, key in ((0, "thresh0"), (1, "thresh25")):  # the records are on a scale where 25 is 1
        value, _, pairs, right, wrong = expected[f"wmt_kendall_like_{key}_flat"]
        parts = TauLike(threshold=threshold).of_rows(*flat)
        assert parts.value == pytest.approx(value, abs=1e-9)
        assert (parts.denominators[0], parts.numerators[0]) == (pairs, right - wrong)


@needs_data
@pytest.mark.parametrize("record", cases("metaeval", "Williams test"))
def test_records_of_williams(record: dict[str, Any]) -> None:
    given = record["input"]
    p_value = williams_p(given["r12"], given["r13"], given["r23"], given["n"])
    assert p_value == pytest.approx(record["expected"]["two_sided"], abs=1e-9)


@cache
def french_rankings() -> Judged:
    home = DATA / "wmt13-fren-rank5"
    outputs = {path.name.removesuffix(".en.txt.gz"): str(path) for path in sorted(home.glob("outputs/*.txt.gz"))}
    evalset = read_evalset([str(home / "reference.en.txt.gz")], outputs, str(home / "source.fr.txt.gz"))
    answers = [
        Ranked(
            segment=row["seg_id"],
            judge=row["judge"],
            task=str(number),
            outputs=tuple(RankedOutput((row[f"system{n}"],), int(row[f"rank{n}"])) for n in range(1, 6)),
        )
        for number, row in enumerate(packed_table(home / "rankings.tsv.gz"))
    ]
    human = from_rankings(answers, evalset, "rankings")
    return judged_from_scores(evalset, [metric("bleu:effective_order=yes"), metric("chrf")], human)


@needs_data
def test_rankings_of_wmt13() -> None:
    """Pairs that people decided, ordered by the metric as by them, otherwise, or not at all."""
    judged = french_rankings()
    assert judged.outcomes is not None
    assert len(judged.outcomes) == 82_296
    for label, right, wrong, ties, values, pearson in (
        ("BLEU", 46_300, 29_287, 6_709, (0.1252, 0.2251, 0.2067), 0.9479),
        ("chrF2", 50_438, 29_581, 2_277, (0.2258, 0.2607, 0.2534), 0.9747),
    ):
        assert right + wrong + ties == 82_296
        for year, value in zip(("2012", "2013", "2014"), values, strict=True):
            measured = measure(judged, TauLike(year=year), "segment")
            assert measured.values[label] == pytest.approx(value, abs=0.0005)
        parts = measure(judged, TauLike(year="2013"), "segment").parts[label]
        assert (parts.numerators.sum(), parts.denominators.sum()) == (right - wrong, right + wrong)
        assert measure(judged, statistic("pearson"), "system").values[label] == pytest.approx(pearson, abs=0.0005)
