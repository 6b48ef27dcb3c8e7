"""People's judgments as plain values: scales, what was judged, and the figures that follow from it."""
