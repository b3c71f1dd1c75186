"""Which metrics there are, and scoring texts with them, in memory or file by file, with what is known kept."""
