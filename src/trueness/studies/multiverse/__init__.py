"""How a conclusion depends on choices that could have been made otherwise."""
