"""What all studies share: how settings are declared, how a study runs, what rows and words have in common."""
