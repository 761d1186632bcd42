"""What `check` runs."""
