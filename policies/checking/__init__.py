"""The check form of a policy page: what to ask, and what the answers mean."""
