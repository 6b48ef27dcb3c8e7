"""The workbench in the browser: pages, their JSON twins, and the work they start. The only FastAPI."""
