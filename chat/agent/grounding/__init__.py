"""Whether what is written is what the sources say: checks by code, by kind of claim."""
