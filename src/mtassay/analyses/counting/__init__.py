"""What analyses count with: words as numbers, buckets, phrases, classes of errors, n-grams, labels and glossaries."""
