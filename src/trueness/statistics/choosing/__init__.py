"""The best of many metrics: which are not outperformed, and how much of its lead the best has by luck."""
