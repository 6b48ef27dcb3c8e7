"""The page of a report, and what the workbench shares with it: templates, style sheets, scripts."""
