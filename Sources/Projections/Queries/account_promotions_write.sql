-- Stores promotional entitlements as they were granted; one that is stored already stays.
-- $1 lanes, $2 streams, $3 promotions, $4 products, $5 names, $6 types, $7 granted at, $8 until,
-- $9 positions of their grants, side by side
insert into account_promotion (
  lane, stream, promotion, product, name, type, granted_at, until, granted_position)
select *
from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[],
  $7::timestamptz[], $8::timestamptz[], $9::bigint[])
on conflict (lane, stream, promotion) do nothing
