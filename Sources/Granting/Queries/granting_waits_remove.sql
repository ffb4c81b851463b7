-- Removes these chains from the waiting ones.
-- $1 lane, $2 streams
delete from granting_wait where lane = $1::smallint and stream = any($2::uuid[])
