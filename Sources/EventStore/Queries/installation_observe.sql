-- Returns the head of each lane with the moment of its last event, each with the database's clock and the
-- installation: the number of lanes, the epoch with its number, and the moment since which the ledger is paused with
-- its reason.
-- $1 lanes
select l.lane, h.last_position, h.chain, h.recorded_at, clock_timestamp(), i.lanes, i.epoch, i.epoch_number, i.paused_since,
       i.paused_because
from lane l
cross join installation i
left join lateral (
  select last_position, chain, recorded_at
  from lane_batch
  where lane = l.lane
  order by first_position desc
  limit 1
) as h on true
where l.lane = any($1::smallint[])
