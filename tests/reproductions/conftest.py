"""Data sets that reproductions copy out of a folder go where no other run looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRUENESS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
