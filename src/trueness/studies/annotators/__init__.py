"""The annotators behind a human scorer: agreement, noise, and metrics beside them."""
