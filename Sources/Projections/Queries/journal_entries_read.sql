-- Returns the entries of a range of streams, each chain in order.
-- $1 lane, $2 after this stream, $3 up to this stream
select
  stream, number, kind, environment, app, original_transaction_id, transaction_id, product, product_type,
  subscription_group, storefront, currency, rate, reason, occurred_at, learnt_at, price, tax, commission,
  saved, lapse_cost, count, service_start, service_end, adjusts, because_lane, because_position, because
from journal_entry
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
order by stream, number
