-- Returns the promotional entitlements of accounts.
-- $1 lanes, $2 streams, side by side
select p.lane, p.stream, p.promotion, p.product, p.name, p.type, p.granted_at, p.until,
  p.granted_position, p.withdrawn_at
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join account_promotion p using (lane, stream)
