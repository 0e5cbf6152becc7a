"""Tool cards: what each tool is for, in people's words, and which tools a question is offered."""
