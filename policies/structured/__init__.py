"""Questions that have one exact answer in the published fields: lists, counts, deadlines."""
