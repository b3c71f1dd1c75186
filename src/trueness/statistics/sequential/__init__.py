"""What holds however often one looks: agreement on labels that come one after another."""
