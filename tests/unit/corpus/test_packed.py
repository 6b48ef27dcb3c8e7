"""Packed files."""

import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Callable

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

from mtassay import InputError, MissingExtra
from mtassay.corpus import limits
from mtassay.corpus.packed import bare_name, pack, read_bytes, unpack

Write = Callable[[str, str | bytes], str]
PACKED = {"x.gz": gzip.compress, "x.xz": lzma.compress, "x.zst": zstd.compress}


@pytest.mark.parametrize("name", PACKED)
def test_packed_files_are_known_by_their_content(write: Write, name: str) -> None:
    assert read_bytes(write("a.txt", PACKED[name](b"one\ntwo\n"))) == b"one\ntwo\n"
    assert pack(b"one\ntwo\n", name)[:2] == PACKED[name](b"")[:2]


@pytest.mark.parametrize("name", PACKED)
@given(data=st.binary(max_size=200), pieces=st.integers(1, 3))
def test_what_is_packed_is_unpacked(name: str, data: bytes, pieces: int) -> None:
    assert unpack(pack(data, name) * pieces, "x") == data * pieces


@pytest.mark.parametrize(("name", "packer"), [("x.gz", "gzip"), ("x.xz", "xz"), ("x.zst", "zstd")])
def test_broken_files_are_named(name: str, packer: str) -> None:
    packed = pack(b"one two three " * 100, name)
    for broken in (packed[:-5], packed[:20], packed[:-4] + b"\x55\x55\x55\x55"):
        with pytest.raises(InputError, match=rf"^f: broken {packer} file \(.*\); fetch or pack it again"):
            unpack(broken, "f")


@pytest.mark.parametrize("name", PACKED)
def test_bombs_are_stopped(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(limits, "FILE_BYTES", 1 << 20)
    with pytest.raises(InputError, match=r"^f: .* MB, unpacked, and mtassay reads up to 1 MB; is it the right file"):
        unpack(PACKED[name](bytes(50 << 20)), "f")


def test_large_files_and_endless_streams_are_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILE_BYTES", 3)
    path = write("x", "abcd")
    with pytest.raises(InputError, match="x: 4 bytes, and mtassay reads up to 3 bytes"):
        read_bytes(path)
    with pytest.raises(InputError, match=r"zero: .* and mtassay reads up to 3 bytes"):
        read_bytes("/dev/zero")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"abcd")))
    with pytest.raises(InputError, match="standard input: 4 bytes, and"):
        read_bytes("-")


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = zstd.compress(b"x")
    monkeypatch.setitem(sys.modules, "backports", None)
    monkeypatch.setitem(sys.modules, "compression", None)
    with pytest.raises(MissingExtra, match=r"a file packed with zstd needs .* pip install 'mtassay\[zstd\]'"):
        unpack(packed, "f")


def test_a_python_without_lzma_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = lzma.compress(b"x")
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(InputError, match="this Python was built without lzma, which xz needs"):
        unpack(packed, "f")


def test_names_without_what_says_how_a_file_is_packed() -> None:
    assert [bare_name(name) for name in ("d/a.txt.gz", "a.tsv.XZ", "a.zst", ".gz", "a")] == [
        *("a.txt", "a.tsv", "a", ".gz", "a")
    ]


def test_an_xz_file_that_asks_for_much_memory_is_refused() -> None:
    packed = bytearray(lzma.compress(b"one two three\n"))
    size = (packed[12] + 1) * 4  # of the header of the first block, which names the dictionary and ends in a checksum
    packed[16] = 37  # 1.5 GB
    packed[12 + size - 4 : 12 + size] = zlib.crc32(bytes(packed[12 : 12 + size - 4])).to_bytes(4, "little")
    with pytest.raises(InputError, match=r"^f: unpacking it would take 256 MB of memory or more .*; pack it again"):
        unpack(bytes(packed), "f")


def test_a_zstd_file_that_asks_for_much_memory_is_refused() -> None:
    packer = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 30})
    with pytest.raises(InputError, match=r"^f: unpacking it would take 256 MB"):
        unpack(packer.compress(b"one") + packer.flush(), "f")


@pytest.mark.parametrize("name", PACKED)
def test_nothing_behind_the_end_is_lost(name: str) -> None:
    packed = pack(b"one\n", name)
    broken = bytearray(packed * 2)
    broken[len(packed) + 3] ^= 0xFF  # in the first bytes of the second stream
    for data in (packed + b"more text that is not packed", bytes(broken)):
        with pytest.raises(InputError, match=r"^f: broken"):
            unpack(data, "f")


@given(zeros=st.integers(0, 3).map(lambda count: 4 * count), block=st.integers(1, 100))
def test_xz_streams_may_have_zeros_between_them(zeros: int, block: int) -> None:
    packed = lzma.compress(b"one\n") + bytes(zeros) + lzma.compress(b"two\n") + bytes(zeros)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mtassay.corpus.packed._BLOCK", block)
        assert unpack(packed, "f") == b"one\ntwo\n"
