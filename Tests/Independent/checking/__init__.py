"""The checks that `check` runs."""
