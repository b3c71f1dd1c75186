"""The page of licences has every locked package, and what those of the locked version say of themselves."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKED = (ROOT / "locked.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def module(program):
    return program("docs/write_licences.py")


@pytest.fixture(scope="module")
def written(module):
    return dict(
        re.findall(r"^\| ([\w.-]+) \| (.+) \|$", module.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_every_locked_package_is_there_with_its_licence(module, written):
    names = {line.partition("==")[0] for line in LOCKED.splitlines() if "==" in line}
    assert set(written) - {"package"} == names == set(module.locked())
    assert written == written | {
        name: module.licence_of(name, marker)
        for name, marker in module.locked().items()
        if is_the_locked_one(name)
    }, "python docs/write_licences.py"


def is_the_locked_one(name):
    try:
        return f"\n{name}=={version(name)} " in f"\n{LOCKED}"
    except PackageNotFoundError:
        return False


def test_every_licence_fits(module, program, written):
    fits = program("release/licences.py").fits
    read = {name: said for name, said in written.items() if not said.startswith("not read")}
    assert len(read) > 100
    assert [name for name, said in read.items() if name != "package" and not fits(said)] == []


def test_what_is_installed_elsewhere_is_said(module):
    assert module.licence_of("no-such-package", "sys_platform == 'elsewhere'").endswith(
        "only where `sys_platform == 'elsewhere'`"
    )
    with pytest.raises(PackageNotFoundError):
        module.licence_of("no-such-package", "")
