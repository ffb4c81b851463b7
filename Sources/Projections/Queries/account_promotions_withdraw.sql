-- Notes that promotional entitlements were withdrawn. The first withdrawal of each counts.
-- $1 lanes, $2 streams, $3 promotions, $4 withdrawn at, side by side
update account_promotion p set withdrawn_at = w.withdrawn_at
from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::timestamptz[])
  as w(lane, stream, promotion, withdrawn_at)
where p.lane = w.lane and p.stream = w.stream and p.promotion = w.promotion
  and p.withdrawn_at is null
