"""Relations between policies: groups of the same thing, and walks over the graph in SQL."""
