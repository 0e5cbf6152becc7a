"""Tools about facilities and homes."""
