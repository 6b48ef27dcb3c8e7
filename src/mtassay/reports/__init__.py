"""Pages and tables: results as people and programs read them."""
