"""Draws the sample pictures; see the head of ../make."""
