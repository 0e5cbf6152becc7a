"""Estimates of amounts: published rules on what is known of a person."""
