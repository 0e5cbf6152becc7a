"""Tools of the family: who belongs to it, what is known of each."""
