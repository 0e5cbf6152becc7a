"""Measuring whole turns."""
