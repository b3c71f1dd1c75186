"""The endpoint that answers as a test says (`tests/stub_endpoint.py`)."""

from __future__ import annotations

import importlib.util
from pathlib import Path

_SPEC = importlib.util.spec_from_file_location(
    "stub_endpoint", Path(__file__).parents[2] / "stub_endpoint.py"
)
_MODULE = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MODULE)
stub, quick, declare, said = _MODULE.stub, _MODULE.quick, _MODULE.declare, _MODULE.said
