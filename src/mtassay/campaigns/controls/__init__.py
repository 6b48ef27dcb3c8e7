"""Quality control: outputs that were made worse, repeats, and what they say of a judge."""
