"""Facts about procedures that no policy text holds, each with its source."""
