"""One file or folder for each group of pages: router functions, and the results that templates and the API show."""
