-- Destroys the keys of these streams, and records it: what they sealed can no longer be read.
-- $1 lanes, $2 streams, side by side
select destroy_data_keys($1::smallint[], $2::uuid[])
