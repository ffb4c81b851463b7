-- Deletes the dead letters of no event: beyond the end of the log, or in a lane that it has not. The event of any
-- other was recorded before its dead letter.
-- $1 consumer or null, $2 lane and $3 position, or nulls, $4 reason or null
delete from dead_letter d
where ($1::text is null or d.consumer = $1::text)
  and ($2::smallint is null or (d.lane = $2::smallint and d.position = $3::bigint))
  and ($4::text is null or d.reason = $4::text)
  and (
    d.position < 1
    or d.position > coalesce((
      select b.last_position from lane_batch b
      where b.lane = d.lane
      order by b.first_position desc
      limit 1), 0))
