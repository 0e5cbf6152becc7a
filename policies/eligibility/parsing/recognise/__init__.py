"""Grammars for the kinds of conditions found in published texts, one module a family."""
