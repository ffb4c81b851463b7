-- Returns the promotional entitlements in a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select lane, stream, promotion, product, name, type, granted_at, until, granted_position,
  withdrawn_at
from account_promotion
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
