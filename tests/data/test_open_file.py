"""Files open the same way whether compressed or not, and a damaged stream is named."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import zstandard

from trueness.data.open_file import open_text, read_bytes, starts_with
from trueness.errors import FormatError

TEXT = "system,input\n" + "".join(f"s{k},i{k * 7919 % 1000}\n" for k in range(50_000))
COMPRESS = {".gz": gzip.compress, ".zst": zstandard.ZstdCompressor(write_checksum=True).compress}


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_content_is_the_same_however_it_is_stored(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.csv{suffix}"
    path.write_bytes(COMPRESS.get(suffix, lambda b: b)(TEXT.encode()))
    with open_text(path) as file:
        assert file.read() == TEXT
    assert read_bytes(path) == TEXT.encode()
    assert starts_with(path, 6) == b"system"


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_compression_is_recognised_without_its_extension(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(COMPRESS[suffix](b"x,y\n"))
    assert read_bytes(path) == b"x,y\n"


def test_several_zstandard_frames_are_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.zst"
    path.write_bytes(COMPRESS[".zst"](b"one ") + COMPRESS[".zst"](b"two"))
    assert read_bytes(path) == b"one two"


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("share", [0.3, 0.99])
def test_truncated_streams_are_named_with_a_remedy(tmp_path: Path, suffix: str, share: float) -> None:
    path = tmp_path / f"a.csv{suffix}"
    whole = COMPRESS[suffix](TEXT.encode())
    path.write_bytes(whole[: int(len(whole) * share)])
    with (
        pytest.raises(FormatError, match=rf"a\.csv\{suffix}: the \w+ stream ends too early.*again"),
        open_text(path) as file,
    ):
        file.read()


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_damaged_streams_are_named(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.csv{suffix}"
    whole = bytearray(COMPRESS[suffix](TEXT.encode()))
    whole[len(whole) // 2 : len(whole) // 2 + 40] = b"\xff" * 40
    path.write_bytes(bytes(whole))
    with pytest.raises(FormatError, match=r"damaged|too early"):
        read_bytes(path)


def test_an_extension_that_lies_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(b"system,input\n")
    with pytest.raises(FormatError, match="the name says gzip, the first bytes do not"):
        read_bytes(path)
    path.write_bytes(b"")
    with pytest.raises(FormatError, match="the file is empty"):
        read_bytes(path)


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file"):
        read_bytes(tmp_path / "nothing.csv")
    with pytest.raises(FormatError, match="a folder, not a file"):
        read_bytes(tmp_path)


def test_a_byte_order_mark_is_skipped_and_bad_utf8_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbfsystem\n")
    with open_text(path) as file:
        assert file.read() == "system\n"
    path.write_bytes(b"system\nok\nM\xfcller\n")
    with pytest.raises(FormatError, match="row 3: byte 0xfc is not UTF-8"), open_text(path) as file:
        file.read()
