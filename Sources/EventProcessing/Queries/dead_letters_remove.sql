-- Removes dead letters that were processed after all.
-- $1 lane, $2 consumer, $3 positions
delete from dead_letter
where lane = $1::smallint and consumer = $2::text and position = any($3::bigint[])
