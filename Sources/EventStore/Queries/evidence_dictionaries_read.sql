-- Returns all compression dictionaries of evidence.
select id, bytes from evidence_dictionary
