"""How much wider intervals get if the references could have been others."""
