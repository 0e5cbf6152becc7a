"""Runs of the crawl: fetch and stage, check, publish at once, embed; resumable at every stage."""
