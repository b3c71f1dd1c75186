"""All truths, rule by rule: where each promise has to hold, and those chosen to break it."""

from __future__ import annotations

import importlib
import pkgutil

import hardening.promises
from hardening.promises.truth import Truth


def _all() -> tuple[Truth, ...]:
    """Return the ``TRUTHS`` of every file of this folder, in the order of the files."""
    modules = (
        importlib.import_module(f"hardening.promises.{found.name}")
        for found in pkgutil.iter_modules(hardening.promises.__path__)
        if found.name not in ("__main__", "truth", "truths")
    )
    return tuple(one for module in modules for one in module.TRUTHS)


TRUTHS = _all()
