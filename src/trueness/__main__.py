"""Run the command line as `python -m trueness`."""

from __future__ import annotations

from trueness.commands import main

if __name__ == "__main__":
    main()
