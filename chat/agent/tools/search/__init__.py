"""Tools that find policies."""
