"""Measurements of the collection."""
