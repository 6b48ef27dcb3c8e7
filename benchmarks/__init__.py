"""Speed and memory of mtassay beside its peers; `make bench` runs all of it."""
