"""Several files in one ZIP: the same bytes for the same files, and nothing read that could do harm."""

import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Mapping

from mtassay.corpus import limits
from mtassay.errors import InputError

CHECKSUMS = "SHA256SUMS"
"""As `sha256sum --check` reads it, so that people need no mtassay to see that nothing is damaged."""

_MOST_FILES = 100
_NAME = re.compile(r"(?:[a-z_]{1,40}/)?[A-Za-z0-9_]{1,40}(?:\.[a-z]{1,5})?")
_MOMENT = (1980, 1, 1, 0, 0, 0)  # the first that ZIP can write: the day on which it was packed is no part of it
_BROKEN = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError)


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """A ZIP of these files, in their order, with their checksums."""
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in {**files, CHECKSUMS: sums.encode()}.items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # else it says on which kind of machine it was packed
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return packed.getvalue()


def unpack_files(content: bytes, shown: str, kind: str = "archive of a project") -> dict[str, bytes]:
    """What is in a ZIP whose checksums are right; one that could do harm is refused, and why is said.

    `kind` is what it should be.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check_entries(entries, shown, kind)
            files = {entry.filename: _read_entry(archive, entry) for entry in entries}
    except _BROKEN as error:
        raise InputError(f"{shown}: a broken ZIP file ({error}); fetch it again") from None
    _check_sums(files, shown, kind)
    del files[CHECKSUMS]
    return files


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """What an entry holds, and no more than it says: asked for all there is, zipfile unpacks it before it looks."""
    with archive.open(entry) as file:
        return file.read(entry.file_size + 1)


def _check_entries(entries: list[zipfile.ZipInfo], shown: str, kind: str) -> None:
    """Refuse what an archive of ours never has, before anything is unpacked."""
    if len(entries) > _MOST_FILES:
        raise InputError(f"{shown}: {len(entries):,} files in it, and an {kind} has fewer than 100")
    seen: set[str] = set()
    for entry in entries:
        name = entry.filename
        if name.startswith(("/", "\\")) or ".." in name or ":" in name or "\\" in name:
            raise InputError(
                f"{shown}: {name[:80]!r} in it leads out of the archive; nothing was read. Where is it from?"
            )
        if not _NAME.fullmatch(name):
            raise InputError(f"{shown}: {name[:80]!r} in it belongs to no {kind}; is it the right file?")
        if name in seen:
            raise InputError(f"{shown}: {name} is in it twice, and one would hide the other; nothing was read")
        seen.add(name)
        if entry.flag_bits & 1:
            raise InputError(f"{shown}: {name} in it is encrypted; unpack it with its password, and pack it again")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InputError(f"{shown}: {name} in it is packed in a way that archives of ours are not; pack it again")
    limits.check_bytes(sum(entry.file_size for entry in entries), shown, what=", unpacked")


def _check_sums(files: Mapping[str, bytes], shown: str, kind: str) -> None:
    if CHECKSUMS not in files:
        raise InputError(f"{shown}: there is no {CHECKSUMS} in it, so it is no {kind}; is it the right file?")
    lines = files[CHECKSUMS].decode("ascii", "replace").splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    for name, content in files.items():
        if name == CHECKSUMS:
            continue
        if name not in sums:
            raise InputError(f"{shown}: {name} was put into it later: {CHECKSUMS} does not name it; nothing was read")
        if hashlib.sha256(content).hexdigest() != sums[name]:
            raise InputError(f"{shown}: {name} in it is damaged or was changed; fetch the archive again")
    for name in sums:
        if name not in files:
            raise InputError(f"{shown}: {name} is missing from it; fetch the archive again")
