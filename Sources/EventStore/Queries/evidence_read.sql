-- The bytes of one piece of evidence.
-- $1 lane, $2 digest
select encoding, body from evidence where lane = $1::smallint and digest = $2::bytea
