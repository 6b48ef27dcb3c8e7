"""Projects and databases as single files: archives, backups, copies to try things on."""
