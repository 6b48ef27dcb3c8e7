"""METEOR's files as a user would bring them, but short and of our own words."""

import gzip
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

LISTS: Mapping[str, str] = {
    "function/english.words": "the\na\nof\n,\n.\n",
    "nonbreaking/english.prefixes": "# a remark\n\nMr\nNo #NUMERIC_ONLY#\n",
    "synonym/english.synsets": "cat\n7 12\ndog\n9\nhound\n9 3\nbox\n40\ncarton\n40\n",
    "synonym/english.exceptions": "hound\nhoundses hundes\ndog\nhundes\n",
}
PARAPHRASES = (("big", "very large"), ("very large", "big"), ("in the end", "finally"), ("to kick the bucket", "die"))


def write_folder(folder: Path, changed: Mapping[str, str | None] = {}) -> Path:  # never written to
    """A folder with the lists, and others where `changed` has any; None leaves one out."""
    for name, content in {**LISTS, **changed}.items():
        if content is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
    return folder


def write_jar(folder: Path, more: Mapping[str, str] = {}) -> Path:
    """A jar with the lists, and other members."""
    folder.mkdir(parents=True, exist_ok=True)
    jar = folder / "meteor-1.5.jar"
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**LISTS, **more}.items():
            archive.writestr(name, content)
    return jar


def write_paraphrases(folder: Path, pairs: Sequence[tuple[str, str]] = PARAPHRASES, language: str = "en") -> Path:
    """A table of phrases, each entry with a probability."""
    path = folder / "data" / f"paraphrase-{language}.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("".join(f"0.5\n{one}\n{other}\n" for one, other in pairs).encode()))
    return path
