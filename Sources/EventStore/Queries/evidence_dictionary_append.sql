-- Stores a compression dictionary of this program, once.
-- $1 id, $2 bytes
insert into evidence_dictionary (id, bytes) values ($1::smallint, $2::bytea)
on conflict (id) do nothing
