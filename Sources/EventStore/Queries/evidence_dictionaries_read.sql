-- The dictionaries that bodies are compressed with.
select id, body from evidence_dictionary
