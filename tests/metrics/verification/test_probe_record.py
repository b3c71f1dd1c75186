"""Records: written, read again, and refused where they are not what was written."""

from __future__ import annotations

import json

import pytest

import trueness
from trueness.errors import DataError, FormatError
from trueness.metrics.probe_texts import PROBES
from trueness.metrics.verification import probe_record
from trueness.metrics.verification.probe_record import (
    MetricRecord,
    built_in_record,
    new_record,
    read_record,
    write_record,
)

VALUES = (0.1, None, 1 / 3, 1e-300, -2.0, *([5e10] * (len(PROBES) - 5)))


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "record.json"
    write_record(
        new_record({"mine": MetricRecord(VALUES, 0.5, "model:x@1"), "two": MetricRecord(VALUES, None, "")}),
        path,
    )
    return path


def change(path, edit):
    content = json.loads(path.read_text())
    edit(content)
    path.write_text(json.dumps(content))


def reseal(path, edit):
    """Change a record as one would who knows how it is sealed."""

    def both(content):
        edit(content)
        content.pop("seal")
        content["seal"] = probe_record._seal(content)

    change(path, both)


def test_what_is_written_is_read(written):
    record = read_record(written)
    assert record.metrics["mine"] == MetricRecord(VALUES, 0.5, "model:x@1")
    assert record.software["trueness"] == trueness.__version__
    assert {"python", "numpy", "machine"} <= set(record.software)
    assert len([line for line in written.read_text().splitlines() if '"values"' in line]) == 2


@pytest.mark.parametrize(
    "edit",
    [
        lambda content: content["metrics"]["mine"]["values"].__setitem__(0, 0.2),
        lambda content: content["metrics"]["mine"].__setitem__("signature", "model:y"),
        lambda content: content["metrics"].pop("two"),
        lambda content: content["software"].__setitem__("numpy", "1.0"),
        lambda content: content.pop("seal"),
    ],
)
def test_a_tampered_record_is_refused(written, edit):
    change(written, edit)
    with pytest.raises(
        FormatError, match=r"record.json: the record has been changed since it was written. Record it"
    ):
        read_record(written)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda content: content.pop("metrics"), "the record is not whole"),
        (
            lambda content: content["metrics"]["mine"].__setitem__("values", ["a"] * len(PROBES)),
            "'metrics.mine.values' must be a list, each a number or null; it is a list",
        ),
        (lambda content: content["metrics"]["mine"].__setitem__("values", True), "is not whole"),
        (lambda content: content["metrics"].__setitem__("mine", 3), "is not whole"),
    ],
)
def test_what_is_no_record_is_refused(written, edit, said):
    reseal(written, edit)
    with pytest.raises(FormatError, match=said):
        read_record(written)


def test_other_texts_are_refused(written):
    reseal(written, lambda content: content.__setitem__("texts", "0" * 64))
    with pytest.raises(DataError, match="the record is of the probe texts of version"):
        read_record(written)


def test_other_files_are_refused(tmp_path):
    other = tmp_path / "other.json"
    other.write_text('{"form": 1}')
    with pytest.raises(FormatError, match="be a record of the form"):
        read_record(other)
    other.write_text('{"form": ')
    with pytest.raises(FormatError, match="the record is no JSON"):
        read_record(other)
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "none.json")


def test_the_record_of_the_package_is_whole():
    assert len(built_in_record().metrics) > 150
