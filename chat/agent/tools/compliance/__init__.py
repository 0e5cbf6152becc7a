"""Tools that guard: personal data, claims, sources, suspicious messages."""
