"""The rule of 2000: a translation is as good as the nearest that people judged, and how far that holds."""
