-- Moves the place in a lane that is read again, unless it has changed.
-- $1 lane, $2 the place before, $3 the last position to read, $4 the new place
update granting_backfill set position = $4::bigint
where lane = $1::smallint and position = $2::bigint and until_position = $3::bigint
