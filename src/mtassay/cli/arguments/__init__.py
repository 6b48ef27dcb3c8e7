"""What commands make of their arguments: texts, training runs, analyses."""
