"""What is done to the package when it is released."""
