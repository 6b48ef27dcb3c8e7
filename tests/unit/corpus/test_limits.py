"""Limits that are lowered for a while, as for a server."""

import gzip
import io
import lzma
import zipfile

import pytest
import xlsxwriter
from backports import zstd

from mtassay import InputError
from mtassay.corpus import limits
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.corpus.packed import unpack


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, zstd.compress])
def test_less_is_unpacked(pack: object) -> None:
    assert callable(pack)
    bomb = pack(bytes(5 << 20))
    assert len(unpack(bomb, "f")) == 5 << 20
    with limits.lowered(1 << 20, 1000), pytest.raises(InputError, match="MB, unpacked, and mtassay reads up to 1 MB"):
        unpack(bomb, "f")
    assert len(unpack(bomb, "f")) == 5 << 20


def test_less_of_a_workbook_is_read() -> None:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        book.add_worksheet().write(0, 0, "a")
    with zipfile.ZipFile(content, "a", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/media/a.bin", bytes(5 << 20))
    with limits.lowered(1 << 20, 1000), pytest.raises(InputError, match="unpacked, and mtassay reads up to 1 MB"):
        FILE_FORMATS.create("xlsx").read(content.getvalue(), "f")


def test_fewer_cells_are_read() -> None:
    with limits.lowered(1 << 20, 10), pytest.raises(InputError, match="cells, and mtassay reads up to 10"):
        FILE_FORMATS.create("csv").read(b"a,b\n" * 20, "f")
    with limits.lowered(1 << 20, 10), pytest.raises(InputError, match="mtassay reads up to 10 cells"):
        limits.check_cells(11, 1, "f")


def test_a_limit_is_never_raised() -> None:
    with limits.lowered(1 << 60, 1 << 60), pytest.raises(InputError, match="mtassay reads up to 2 GB"):
        limits.check_bytes(limits.FILE_BYTES + 1, "f")
