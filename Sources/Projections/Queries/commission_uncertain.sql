-- Returns the charges of a time whose days or rate are uncertain, as known at a moment.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 known at, $7 lanes and $8 streams
-- that are left out
select
  l.original_transaction_id, l.transaction_id, l.charged_at, l.product, l.storefront, l.price, l.currency, l.rate,
  l.reason, p.is_renewal
from commission_line l
left join service_period p
  on p.lane = l.lane and p.stream = l.stream and p.transaction_id = l.transaction_id
where l.lane = any($1::smallint[]) and l.environment = $2::text and l.app = $3::text
  and l.charged_at >= $4::timestamptz and l.charged_at < $5::timestamptz
  and l.learnt_at <= $6::timestamptz and (l.corrected_at is null or l.corrected_at > $6::timestamptz)
  and (l.is_uncertain or l.is_rate_uncertain)
  and not exists (
    select from unnest($7::smallint[], $8::uuid[]) as s(lane, stream)
    where s.lane = l.lane and s.stream = l.stream)
