"""Which of two outputs people prefer, and whether judges and metrics say the same."""
