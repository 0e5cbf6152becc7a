"""Benefit estimates (모의계산): published rules as plain Python over dated parameters."""
