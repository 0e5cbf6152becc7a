"""Nodes of the turn graph: async, each returns the part of the state it changes."""
