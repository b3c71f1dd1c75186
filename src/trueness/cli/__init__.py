"""What commands share: options, reading, running, showing, failing."""
