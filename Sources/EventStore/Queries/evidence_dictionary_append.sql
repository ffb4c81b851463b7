-- Keeps a dictionary of this program beside the bodies it compresses.
-- $1 id, $2 body
insert into evidence_dictionary (id, body) values ($1::smallint, $2::bytea)
on conflict (id) do nothing
