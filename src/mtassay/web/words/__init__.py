"""The words of pages that are read in more than one language: one file a language, with the same keys in each."""
