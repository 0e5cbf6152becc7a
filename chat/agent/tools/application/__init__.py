"""Tools for applying and objecting."""
