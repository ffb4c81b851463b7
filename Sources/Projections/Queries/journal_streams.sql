-- Returns the next streams of a lane that have entries.
-- $1 lane, $2 after this stream, $3 limit
select distinct stream from journal_entry
where lane = $1::smallint and stream > $2::uuid
order by stream
limit $3::bigint
