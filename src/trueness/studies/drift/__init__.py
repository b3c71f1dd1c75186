"""Whether a judge moved between two batches, or the systems did."""
