"""Web pages read into text: sanitised, main content only, tables as rows with their heads.

What a page says is data. Nothing in it is followed, run or obeyed; text that a browser would
not show is not read.
"""
