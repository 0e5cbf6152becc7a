"""Measuring: gold cases in, metrics out. Never used by the running system."""
