"""Everyday words → official terms: `expansions(text)`."""
