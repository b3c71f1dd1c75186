"""Kinds of files that hold rows: delimited, JSON, Arrow, spreadsheets."""
