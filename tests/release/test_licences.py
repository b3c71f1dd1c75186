"""What packages say of their licences, in each of the ways in which they do, and which licences fit."""

from __future__ import annotations

from importlib.metadata import PathDistribution

import pytest


@pytest.fixture(scope="module")
def module(program):
    return program("release/licences.py")


def package(folder, *fields, text=None):
    folder.mkdir()
    (folder / "METADATA").write_text("\n".join(["Metadata-Version: 2.4", "Name: given", *fields]) + "\n")
    if text is not None:
        (folder / "LICENSE").write_text(text)
        (folder / "RECORD").write_text(f"{folder.name}/LICENSE,,\n")
    return PathDistribution(folder)


APACHE, GPL = (
    f"Classifier: License :: OSI Approved :: {name}"
    for name in ("Apache Software License", "GNU General Public License (GPL)")
)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (["License-Expression: MIT AND Zlib", APACHE, "License: BSD"], "MIT AND Zlib"),
        ([APACHE, GPL, "License: BSD"], "Apache Software License or GNU General Public License (GPL)"),
        (["Classifier: Programming Language :: Python", "License: BSD"], "BSD"),
        (["License: UNKNOWN"], "Apache License, Version 2.0"),
        (["License: " + "A text of many words. " * 9], "Apache License, Version 2.0"),
        ([], "Apache License, Version 2.0"),
    ],
)
def test_the_surest_word_on_a_licence_is_taken(module, tmp_path, fields, expected):
    given = package(
        tmp_path / "given-1.dist-info", *fields, text="\n   Apache License\n\n  Version 2.0\n Terms"
    )
    assert module.licence(given) == expected


def test_a_package_that_says_nothing_does_not_fit(module, tmp_path):
    found = module.licence(package(tmp_path / "given-1.dist-info"))
    assert found == "unknown"
    assert not module.fits(found)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0", True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-or-later OR MIT", True),
        ("MIT AND GPL-3.0-or-later", False),
        ("GNU Affero General Public License v3", False),
        ("Miscellaneous permits", False),
    ],
)
def test_all_that_hold_together_have_to_fit(module, name, expected):
    assert module.fits(name) is expected
