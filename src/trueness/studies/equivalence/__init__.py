"""Which metrics, or conditions, agree equally well with people."""
