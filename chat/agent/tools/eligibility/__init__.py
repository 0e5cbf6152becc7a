"""Tools that judge: one policy, a whole family, a change of life, days to come."""
