"""Files open the same way whether compressed or not, and a damaged stream is named."""

from __future__ import annotations

import gzip
import os
import time
from pathlib import Path

import pytest
import zstandard

from trueness.data.files.open_file import (
    LONGEST_LINE,
    checked_path,
    file_state,
    lines_of,
    open_text,
    read_bytes,
    starts_with,
)
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


def test_an_extension_that_lies_is_not_believed_where_what_is_there_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    for content in (b"system,input\n", "\ufeffsystème\n".encode() * 3000, b"PAR1 and more"):
        path.write_bytes(content)
        assert read_bytes(path) == content
    path.write_bytes(zstandard.ZstdCompressor().compress(b"system"))
    assert read_bytes(path) == b"system"
    for damaged in (b"\x1e\x8b\x08\x00", b"system\0input", b"\x00"):
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match="the name says gzip, the first bytes do not"):
            read_bytes(path)
    path.write_bytes(b"")
    with pytest.raises(FormatError, match="the file is empty"):
        read_bytes(path)


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file"):
        read_bytes(tmp_path / "nothing.csv")
    with pytest.raises(FormatError, match="a folder; a file"):
        read_bytes(tmp_path)


def test_a_byte_order_mark_is_skipped_and_bad_utf8_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbfsystem\n")
    with open_text(path) as file:
        assert file.read() == "system\n"
    path.write_bytes(b"system\nok\nM\xfcller\n")
    with pytest.raises(FormatError, match="row 3: byte 0xfc is not UTF-8"), open_text(path) as file:
        file.read()


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_a_line_without_end_is_refused_as_fast_however_it_is_stored(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.csv{suffix}"
    path.write_bytes(COMPRESS.get(suffix, lambda b: b)(b"a" * (LONGEST_LINE + 1)))
    start = time.process_time()
    with (
        pytest.raises(
            FormatError, match=rf"a\.csv{suffix}, row 1: the line has more than 50,000,000 characters"
        ),
        open_text(path) as file,
    ):
        list(lines_of(file, path))
    assert time.process_time() - start < 10  # copying what is left, again and again, took a minute


def test_many_small_zstandard_frames_are_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.zst"
    path.write_bytes(COMPRESS[".zst"](b"ab") * 20_000)
    assert read_bytes(path) == b"ab" * 20_000


@pytest.mark.parametrize("name", ["\0", "a\0.csv", "x" * 300, "x" * 5000 + ".csv", "\ud800.csv"])
def test_names_that_no_file_can_have(name: str) -> None:
    for look in (checked_path, read_bytes):
        with pytest.raises(FormatError, match=r"this failed \(.*\)\. Give the name of a file"):
            look(name)


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a.csv").symlink_to("b.csv")
    (tmp_path / "b.csv").symlink_to("a.csv")
    with pytest.raises(FormatError, match=r"a\.csv: reading this failed \(.*symbolic links\)"):
        read_bytes(tmp_path / "a.csv")


def test_a_file_that_fails_while_it_is_read() -> None:
    memory = Path("/proc/self/mem")
    if not memory.exists():
        pytest.skip("no /proc here")
    for read in (read_bytes, lambda path: starts_with(path, 1)):
        with pytest.raises(FormatError, match=r"mem: reading this failed \(input/output error\)"):
            read(memory)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.touch(mode=0)
    with pytest.raises(FormatError, match=r"a\.csv: reading this failed \(permission denied\)"):
        read_bytes(path)


def test_pipes_are_refused_and_nothing_is_taken_from_them(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(FormatError, match=r"this is a pipe or a device; a file is needed\. Save the data"):
        read_bytes(path)


def test_a_file_that_has_changed_has_another_state(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    assert file_state(path) is None
    path.write_text("one")
    os.utime(path, ns=(0, 10))
    before = file_state(path)
    assert before == file_state(path)
    os.utime(path, ns=(0, 20))
    assert file_state(path) != before
    os.utime(path, ns=(0, 10))
    path.write_text("more")
    os.utime(path, ns=(0, 10))
    assert file_state(path) != before
