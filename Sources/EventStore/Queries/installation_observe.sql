-- Returns the head of each lane, each with the installation: the number of lanes, the epoch, and the
-- moment since which the ledger is paused with its reason, and the moment up to which keys of
-- notifications were stored without a month.
-- $1 lanes
select l.lane, h.last_position, h.chain, i.lanes, i.epoch, i.paused_since, i.paused_because,
       i.former_keys_until
from lane l
cross join installation i
left join lateral (
  select last_position, chain
  from lane_batch
  where lane = l.lane
  order by first_position desc
  limit 1
) as h on true
where l.lane = any($1::smallint[])
