"""How well metrics agree with people: statistics, tests between metrics, and what a difference means."""
