"""Tools that read one policy or a few."""
