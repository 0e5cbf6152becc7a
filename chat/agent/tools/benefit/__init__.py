"""Tools of the household ledger: what is received, its sums, what excludes each other."""
