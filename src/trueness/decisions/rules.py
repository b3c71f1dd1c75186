"""All rules, found in the files of this folder."""

from __future__ import annotations

import functools
import importlib
import pkgutil

import trueness.decisions
from trueness.decisions.decision import Rule


@functools.cache
def rules() -> dict[str, Rule]:
    """Return every rule by its name, in the order of the files."""
    modules = (
        importlib.import_module(f"trueness.decisions.{found.name}")
        for found in pkgutil.iter_modules(trueness.decisions.__path__)
        if found.name != "rules"
    )
    listed = [thing for module in modules for thing in vars(module).values() if isinstance(thing, Rule)]
    return {rule.name: rule for rule in listed}
