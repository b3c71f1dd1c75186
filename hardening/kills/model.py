"""The model that judges ask: on this machine, always of the same opinion, and it knows who has asked how often."""

from __future__ import annotations

import importlib.util
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_STUB = Path(__file__).parents[2] / "tests" / "stub_endpoint.py"


class Model:
    """An endpoint that runs until it is closed.

    Attributes
    ----------
    url : str
        Its address.
    """

    def __init__(self) -> None:
        # by its path: a package that is called `tests` too may be installed
        spec = importlib.util.spec_from_file_location("stub_endpoint", _STUB)
        if spec is None or spec.loader is None:
            raise FileNotFoundError(_STUB)
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)

        def answer(body: Mapping[str, Any], _: int) -> Any:
            score = zlib.crc32(body["messages"][-1]["content"].encode()) % 5 + 1
            return made.completion(json.dumps({"why": "Since.", "score": score}))

        self._stub = made.Stub()
        self._stub.answer = answer
        self.url = str(self._stub.url)

    def asked_by(self, key: str) -> int:
        """Return how often it was asked by who has this key."""
        return int(self._stub.keys.count(f"Bearer {key}"))

    def close(self) -> None:
        """End it."""
        self._stub.close()
