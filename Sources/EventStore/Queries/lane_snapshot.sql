-- Returns the next events of a lane in order and the next events of lane 0 in order, as of one
-- moment: no event of lane 0 is missing that was recorded before one of the others.
-- $1 lane, $2 after this position, $3 limit, $4 after this position of lane 0, $5 limit there
(
  select {event_columns}
  from event
  where lane = $1::smallint and position > $2::bigint
  order by position
  limit $3::bigint
)
union all
(
  select {event_columns}
  from event
  where lane = 0 and position > $4::bigint
  order by position
  limit $5::bigint
)
