"""Attachments of policies read into text with addresses. Plain Python: no Django.

`sandbox.document_read` is the way in for files from outside: it runs `parse.parse_document` in
a bounded process of its own.
"""
