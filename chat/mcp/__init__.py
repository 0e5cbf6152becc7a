"""Poly as an MCP server: the tools of the registry, published texts and tables, prompts."""
