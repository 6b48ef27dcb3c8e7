"""Test sets of `mtassay sacrebleu`: those that sacreBLEU fetched, and what is known of references."""

import shlex
from pathlib import Path

import pytest
from parity.sacrebleu_programs import OURS, PEER, Env, check, refused, run
from sacrebleu.dataset import DATASETS
from sacrebleu.dataset.wmt_xml import WMTXMLDataset

import mtassay
from mtassay.compat.sacrebleu import testsets


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Env:
    """sacreBLEU's folder with small test sets of our own, as if they had been fetched."""

    top = tmp_path_factory.mktemp("cache")

    def plain(name: str, pair: str, references: list[list[str]], origlangs: list[str]) -> None:
        folder = top / name
        fields = {
            "src": [f"Quelle {number}" for number in range(len(origlangs))],
            "docid": [f"doc.{language}" for language in origlangs],
            "genre": ["news"] * len(origlangs),
            "origlang": origlangs,
        }
        named = references if len(references) > 1 else []
        fields |= {f"ref-{number}": stream for number, stream in enumerate(named)} or {"ref": references[0]}
        folder.mkdir(parents=True)
        for field, lines in fields.items():
            (folder / f"{name.replace('/', '_')}.{pair}.{field}").write_text("\n".join(lines) + "\n", encoding="utf-8")
        raw = folder / "raw" / DATASETS[name].langpairs[pair][0]
        raw.parent.mkdir(parents=True, exist_ok=True)
        documents = [
            f'<doc docid="{docid}" genre="news" origlang="{language}">\n<seg id="1">{source}</seg>\n</doc>\n'
            for docid, language, source in zip(fields["docid"], origlangs, fields["src"], strict=True)
        ]
        raw.write_text("".join(documents))

    def xml(name: str, pair: str, translators: dict[str, list[str]], origlangs: list[str], domains: list[str]) -> None:
        dataset = DATASETS[name]
        entry = dataset.langpairs[pair]
        raw = top / name / "raw"
        path = raw / (entry["path"] if isinstance(entry, dict) else entry[0])
        path.parent.mkdir(parents=True, exist_ok=True)
        for url in dataset.data:  # so that sacreBLEU does not fetch it
            (raw / f"{name.replace('/', '_')}.{url.rpartition('/')[2]}").write_bytes(b"fetched")
        documents = []
        for number, (language, domain) in enumerate(zip(origlangs, domains, strict=True)):
            references = "".join(
                f'<ref lang="x" translator="{translator}"><p><seg id="1">{texts[number]}</seg></p></ref>'
                for translator, texts in translators.items()
            )
            documents.append(
                f'<doc id="d{number}" origlang="{language}" domain="{domain}">'
                f'<src lang="y"><p><seg id="1">source {number}</seg></p></src>{references}</doc>'
            )
        path.write_text("<dataset>" + "".join(documents) + "</dataset>", encoding="utf-8")

    languages = ["en", "de", "en", "fr"]
    plain("wmt13", "en-de", [["ein Haus", "zwei Katzen", "das ist gut .", "nie"]], languages)
    plain("wmt14", "en-de", [["ein Hund"]], ["de"])
    finnish = [["talo", "kissa", "hyvä on"], ["koti", "kissat", "se on hyvä"]]
    plain("wmt16/tworefs", "en-fi", finnish, languages[:3])
    plain("wmt18", "en-de", [["ein Haus"]], ["en"])
    chinese = {"A": ["你好世界", "再见", "一只猫", "他来了"], "B": ["你好", "再见了", "猫", "来了"]}
    czech = {"A": list("abcd"), "B": ["dobrý den", "再见", "pes", "ne"], "C": list("wxyz")}
    domains = ["news", "social", "news", "speech"]
    xml("wmt22", "en-zh", chinese, languages, domains)
    xml("wmt22", "en-cs", czech, languages, domains)
    environment = {"SACREBLEU": str(top)}
    for pair in ("en-zh", "en-cs"):
        assert run(PEER, ["-t", "wmt22", "-l", pair, "--echo", "src"], env=environment).returncode == 0
    return environment


_OUTPUTS = {
    "wmt13": "ein Haus .\nzwei Hunde\ndas war gut .\nnie\n",
    "wmt13,wmt14": "ein Haus .\nzwei Hunde\ndas war gut .\nnie\nder Hund\n",
    "wmt16/tworefs": "koti\nkissa\nse on\n",
    "wmt18": "ein Haus\n",
    "wmt22": "你好，世界\n再见\n一只狗\n他来了\n",
}


@pytest.mark.parametrize(
    "arguments",
    [
        "-t wmt13 -l en-de",
        "-t wmt13 -l en-de -m bleu chrf -f text --origlang en",
        "-t wmt13 -l en-de -ol non-en -sl",
        "-t wmt13 -l en-de -m chrf bleu --detail -w 2",
        "-t wmt13,wmt14 -l en-de -m bleu chrf",
        "-t wmt16/tworefs -l en-fi -m bleu chrf -f text",
        "-t wmt22 -l en-zh -f text",
        "-t wmt22 -l en-zh -tok 13a -f text",
        "-t wmt22 -l en-zh --subset 'news|speech' -m bleu chrf",
        "-t wmt22 -l en-zh --subset news -ol non-fr -m chrf",
        "-t wmt22 -l en-zh -d -m bleu chrf",
        "-t wmt22 -l en-cs -m bleu chrf",
        "-t wmt13 -l en-de --echo src",
        "-t wmt13 -l en-de --echo src ref docid origlang",
        "-t wmt13 -l en-de --echo all -ol en",
        "-t wmt13,wmt14 -l en-de --echo ref genre",
        "-t wmt16/tworefs -l en-fi --echo ref ref:1",
        "-t wmt22 -l en-cs --echo src ref:B ref domain",
        "-t wmt13 -l en-de --list",
        "-t wmt16/tworefs -l en-fi --list",
    ],
)
def test_fetched_test_sets(cache: Env, arguments: str) -> None:
    check(*shlex.split(arguments), stdin=_OUTPUTS[arguments.split()[1]], env=cache)


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [
        (7, "-t wmt21 -l en-de", "fetch it with: sacrebleu -t wmt21 -l en-de --echo src"),
        (7, "-t wmt13 -l de-en --echo src", "fetch it with: sacrebleu -t wmt13 -l de-en --echo src"),
        (7, "-t wmt13,wmt15 -l en-de", "fetch it with: sacrebleu -t wmt15 -l en-de --echo src"),
        (7, "-t wmt21 --list", "fetch it with: sacrebleu -t wmt21"),
        (7, "-t wmt13 -l en-de --echo nonsense", "no field 'nonsense' of wmt13 for en-de"),
        (7, "-t wmt13 -l en-de --subset news", "no field 'domain' of wmt13 for en-de"),
        (7, "-t wmt13 -l en-de --origlang xx", "no segments are left"),
        (7, "-t wmt18 -l en-de --subset sport", "stands in sacreBLEU's source"),
        (2, "-t wmt22 -l en-zh --subset (", "no regular expression"),
        (2, "-t wmt13 -l en-de --echo all src", "--echo all stands alone"),
    ],
)
def test_test_sets_that_are_not_there(cache: Env, code: int, arguments: str, message: str) -> None:
    output = _OUTPUTS.get(arguments.split()[1], "")
    assert message in refused(code, *arguments.split(), stdin=output, env=cache)


def test_list_of_what_is_there(cache: Env) -> None:
    listed = run(OURS, ["--list"], env=cache).stdout.splitlines()
    assert [line.split()[0] for line in listed[1:]] == ["wmt13", "wmt14", "wmt16/tworefs", "wmt18", "wmt22"]
    assert listed[-1] == f"{'wmt22':<30}: en-cs, en-zh"
    assert run(OURS, ["--list", "-l", "en-fi"], env=cache).stdout.splitlines()[1:] == [f"{'wmt16/tworefs':<30}: en-fi"]
    assert run(OURS, ["--list", "-t", "wmt13"], env=cache).stdout == "en-de: src, ref, docid, genre, origlang\n"
    assert run(OURS, ["--list"], env={"SACREBLEU": "/nonexistent"}).returncode == 0


def test_the_same_references_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """For every test set and language pair that sacreBLEU knows."""
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    for name, dataset in DATASETS.items():
        for pair in dataset.langpairs:
            if isinstance(dataset, WMTXMLDataset):
                expected = set(dataset._get_langpair_allowed_refs(pair))
                fields = ["src", "ref", "ref:A", "ref:B", "ref:C", "ref:D", "ref:refA", "ref:refB", "domain"]
            else:
                fields = dataset.fieldnames(pair)
                expected = {field for field in fields if field.startswith("ref")}
            folder = tmp_path / name
            folder.mkdir(parents=True, exist_ok=True)
            files = {field: folder / f"{name.replace('/', '_')}.{pair}.{field.replace(':', '-')}" for field in fields}
            for path in files.values():
                path.touch()
            found = testsets.CachedTestSet(name, pair)
            assert list(found.fields) == fields
            assert set(found.reference_files()) == {files[field] for field in expected}
            assert testsets.get_source_file(name, pair) == str(files["src"])


def test_references_of_which_nothing_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    (tmp_path / "wmt99").mkdir()
    (tmp_path / "wmt99" / "wmt99.en-de.ref-A").touch()
    assert len(testsets.get_reference_files("wmt99", "en-de")) == 1
    (tmp_path / "wmt99" / "wmt99.en-de.ref-B").touch()
    with pytest.raises(mtassay.InputError, match="does not know which of them count"):
        testsets.get_reference_files("wmt99", "en-de")
