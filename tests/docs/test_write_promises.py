"""The page of measured promises is that of what is stored."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_up_to_date():
    spec = importlib.util.spec_from_file_location("write_promises", ROOT / "docs" / "write_promises.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "python docs/write_promises.py"
