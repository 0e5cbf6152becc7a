"""How programs outside the chat (HTTP, MCP) reach the tools: who, how often, with what."""
