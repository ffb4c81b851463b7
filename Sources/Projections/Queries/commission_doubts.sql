-- Returns the charges of a time that were corrected, are without a price, or are uncertain, as known at a
-- moment, counted by the columns that are asked for.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 known at, $7 lanes and $8 streams
-- that are left out, $9 true to group by product, $10 by subscription group, $11 by storefront, $12
-- by days of this time zone; null not to
select
  case when $12::text is not null then
    ((charged_at at time zone $12::text)::date - date '1970-01-01')::bigint end,
  case when $9::boolean then product end, case when $10::boolean then subscription_group end,
  case when $11::boolean then storefront end, currency, rate, reason,
  count(*) filter (where corrects is not null) as corrections,
  count(*) filter (where price is null) as unpriced,
  count(*) filter (where is_uncertain) as uncertain,
  count(*) filter (where is_rate_uncertain) as rate_uncertain
from commission_line l
where lane = any($1::smallint[]) and environment = $2::text and app = $3::text
  and charged_at >= $4::timestamptz and charged_at < $5::timestamptz
  and learnt_at <= $6::timestamptz and (corrected_at is null or corrected_at > $6::timestamptz)
  and (corrects is not null or price is null or is_uncertain or is_rate_uncertain)
  and not exists (
    select from unnest($7::smallint[], $8::uuid[]) as s(lane, stream)
    where s.lane = l.lane and s.stream = l.stream)
group by 1, 2, 3, 4, 5, 6, 7
