"""Tries to make every rule of `trueness.decisions` break its promise, on tables whose truth is known."""
