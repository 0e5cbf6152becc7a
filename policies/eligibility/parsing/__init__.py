"""Published text to rule: blocks, clauses, recognisers, assembly."""
