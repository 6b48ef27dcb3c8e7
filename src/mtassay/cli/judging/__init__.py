"""Judging at a terminal: a session of questions and answers, its screen, its progress."""
