-- Returns all lines of a range of streams, each chain in order.
-- $1 lane, $2 after this stream, $3 up to this stream
select
  stream, number, transaction_id, learnt_at, because_lane, because_position, corrects, charged_at,
  product, product_type, subscription_group, storefront, price, currency, rate, reason, rate_otherwise,
  corrected_at, environment, app, original_transaction_id, is_uncertain, is_rate_uncertain
from commission_line
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
order by stream, number
