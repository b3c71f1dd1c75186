"""From what a user names (files, folders, data sets, dataframes, texts) to score tables."""
