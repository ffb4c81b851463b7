-- Returns the next grants of each lane in the order of their last change. Grants of one position come
-- together: the last of a lane may exceed its limit.
-- $1 lanes, $2 after these positions, side by side; null for all: $3 state, $4 accounts, $5
-- environments, $6 app; $7 limit for each lane
select g.*
from lane l
cross join lateral (
  select
    lane, stream, id, account, environment, app, coin, amount, product, transaction_id, quantity,
    granted_at, made_position, revoked_amount, acknowledged_at, booked_amount, changed_position,
    state, delivered_elsewhere
  from coin_grant c
  where c.lane = l.lane
    and changed_position > ($2::bigint[])[array_position($1::smallint[], l.lane)]
    and ($3::text is null or state = $3::text)
    and ($4::uuid[] is null or account = any($4::uuid[]))
    and ($5::text[] is null or environment = any($5::text[]))
    and ($6::text is null or app = $6::text)
  order by changed_position
  fetch first ($7::bigint) rows with ties
) as g
where l.lane = any($1::smallint[])
order by g.lane, g.changed_position
