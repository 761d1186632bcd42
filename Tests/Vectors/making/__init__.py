"""Makes the test vectors with the independent writer, the same bytes every time."""
