"""How people judge, one file a protocol: what an answer holds, which answers are valid, and the numbers in them."""
