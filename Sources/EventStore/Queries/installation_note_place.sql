-- Notes the place of the ledger if none is noted, and pauses a ledger that came from another place. Returns
-- true if it did.
select note_place()
