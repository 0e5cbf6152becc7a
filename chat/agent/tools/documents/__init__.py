"""Tools about papers and notices."""
