"""Texts that no system wrote, made so that metrics can be studied on them."""
