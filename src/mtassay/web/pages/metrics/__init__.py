"""The page Metrics of a project: which metric to trust, by what people judged there."""
