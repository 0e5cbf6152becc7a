"""Tools of the agent, one registry for chat, HTTP and MCP."""
