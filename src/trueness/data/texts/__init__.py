"""Texts: what systems wrote, from what, beside which references."""
