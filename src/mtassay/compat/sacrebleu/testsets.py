"""The test sets that sacreBLEU has fetched, read from its folder; nothing is ever downloaded.

sacreBLEU keeps one plain text file for each field: `wmt21/dev` from English to German has its
sources in `wmt21/dev/wmt21_dev.en-de.src` below `$SACREBLEU`, or `~/.sacrebleu`.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from mtassay.errors import InputError, SettingError

# Where a test set has several named translators, these are the ones that count.
_TRANSLATORS: dict[str, tuple[str, ...]] = {
    "wmt21": ("A",),
    "wmt21/systems": ("A",),
    "wmt21/dev": ("A", ""),
    **{f"wmt21/{names}": tuple(names) for names in ("B", "AB", "C", "AC", "D")},
    "wmt22": ("A",),
    "wmt23": ("refA",),
    "wmt24": ("refA",),
}
_TRANSLATORS_OF_PAIRS: dict[tuple[str, str], tuple[str, ...]] = {
    **{("wmt22", pair): ("B",) for pair in ("cs-en", "en-cs")},
    **{("wmt22", pair): ("",) for pair in ("liv-en", "ru-sah")},
    **{("wmt23", pair): ("refB",) for pair in ("en-he", "he-en")},
}
# Their documents are sorted into countries and domains by a table in sacreBLEU's source.
_WITH_SUBSETS_IN_SOURCE = ("wmt18", "wmt19")
_FIRST_FIELDS = ("src", "ref", "docid", "genre", "origlang")
_LAST_FIELD = "domain"


def cache_folder() -> Path:
    """Where sacreBLEU keeps its test sets."""
    return Path(os.environ.get("SACREBLEU", Path.home() / ".sacrebleu"))


def cached_names() -> list[str]:
    """The test sets of which there is something, by name."""
    folders = [folder for folder in _folders(cache_folder()) if folder.name != "raw"]
    folders += [part for folder in folders for part in _folders(folder) if part.name != "raw"]
    names = (str(folder.relative_to(cache_folder())) for folder in folders)
    return sorted(name for name in names if cached_pairs(name))


def cached_pairs(name: str) -> list[str]:
    """The language pairs of a test set that are there."""
    start = _stem(name) + "."
    files = (entry.name for entry in _entries(cache_folder() / name))
    return sorted({file.removeprefix(start).partition(".")[0] for file in files if file.startswith(start)})


def get_source_file(test_set: str, langpair: str) -> str:
    """The path of the sources."""
    return str(CachedTestSet(test_set, langpair).file("src"))


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """The paths of the references that count."""
    return [str(path) for path in CachedTestSet(test_set, langpair).reference_files()]


@dataclass(frozen=True)
class CachedTestSet:
    """A test set and a language pair."""

    name: str
    langpair: str

    @property
    def fields(self) -> dict[str, Path]:
        """The files by field, in sacreBLEU's order; InputError says how to get them if there are none."""
        start = f"{_stem(self.name)}.{self.langpair}."
        files = [entry for entry in _entries(cache_folder() / self.name) if entry.name.startswith(start)]
        # a file name has no colon, as Windows allows none
        named = {re.sub("^ref-", "ref:", file.name.removeprefix(start)): file for file in files}
        if not named:
            raise self.missing("files")
        return {field: named[field] for field in sorted(named, key=_field_order)}

    def missing(self, what: str) -> InputError:
        """The error that says what is not there, and how to get it."""
        return InputError(
            f"{cache_folder()}: no {what} of {self.name} for {self.langpair}, and mtassay downloads nothing; "
            f"fetch it with: sacrebleu -t {self.name} -l {self.langpair} --echo src"
        )

    def file(self, field: str) -> Path:
        """The file of a field; `ref` stands for the first reference where they have names."""
        fields = self.fields
        if field == "ref" and field not in fields:
            field = min((name for name in fields if name.startswith("ref:")), default=field)
        if field not in fields:
            raise self.missing(f"field {field!r}")
        return fields[field]

    def reference_files(self) -> list[Path]:
        """The references that count, of those that there are."""
        references = {field: path for field, path in self.fields.items() if re.match("ref(:|$)", field)}
        translators = _TRANSLATORS_OF_PAIRS.get((self.name, self.langpair), _TRANSLATORS.get(self.name))
        if translators is not None:
            counting = {f"ref:{translator}" if translator else "ref" for translator in translators}
            references = {field: path for field, path in references.items() if field in counting}
        elif len(references) > 1 and not all(re.fullmatch(r"ref:\d+", field) for field in references):
            raise InputError(
                f"{self.name} for {self.langpair} has the references {', '.join(references)}, and mtassay does not "
                f"know which of them count; name the files instead of -t: {next(iter(references.values()))}"
            )
        if not references:
            raise self.missing("reference")
        return list(references.values())

    def labels(self, field: str) -> list[str] | None:
        """`origlang` or `domain` of each segment; None where this test set has no such field."""
        if field == "domain" and self.name in _WITH_SUBSETS_IN_SOURCE:
            raise InputError(
                f"{self.name}: which documents belong to which subset stands in sacreBLEU's source and not in its "
                "folder; use sacrebleu itself for that"
            )
        path = self.fields.get(field)
        return None if path is None else path.read_text(encoding="utf-8").split("\n")[:-1]

    def keeps(self, origlang: str | None, subset: str | None) -> list[bool]:
        """For each segment whether it has this original language and this domain.

        `non-de` is every language but German; `subset` is a regular expression.
        """
        tests = []
        if origlang is not None:
            wanted, is_negated = origlang.removeprefix("non-"), origlang.startswith("non-")
            tests.append([(language == wanted) != is_negated for language in self._known_labels("origlang")])
        if subset is not None:
            try:
                pattern = re.compile(subset.removeprefix("country:"))
            except re.error as error:
                raise SettingError(f"--subset {subset}: no regular expression: {error}") from None
            tests.append([pattern.search(domain) is not None for domain in self._known_labels("domain")])
        return [all(results) for results in zip(*tests, strict=True)]

    def _known_labels(self, field: str) -> list[str]:
        labels = self.labels(field)
        if labels is None:
            raise self.missing(f"field {field!r}")
        return labels


def _stem(name: str) -> str:
    return name.replace("/", "_")


def _entries(folder: Path) -> list[Path]:
    return sorted(entry for entry in folder.iterdir() if entry.is_file()) if folder.is_dir() else []


def _folders(folder: Path) -> list[Path]:
    return sorted(entry for entry in folder.iterdir() if entry.is_dir()) if folder.is_dir() else []


def _field_order(field: str) -> tuple[int, str]:
    kind = "ref" if re.match("ref(:|$)", field) else field
    if kind in _FIRST_FIELDS:
        return _FIRST_FIELDS.index(kind), field
    return len(_FIRST_FIELDS) + (kind == _LAST_FIELD), field
