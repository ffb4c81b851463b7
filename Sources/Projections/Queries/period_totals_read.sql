-- Returns the stored sums of some closed periods in the columns of `journal_sum.sql`,
-- without days.
-- $1 app, $2 environment, $3 ends of the periods, $4 true to group by product, $5 by subscription group,
-- $6 by storefront, $7 by rate and reason, $8 by whether the price is earned over a time
select
  null::bigint, case when $4::boolean then product end, case when $5::boolean then subscription_group end,
  case when $6::boolean then storefront end, currency, case when $7::boolean then rate end,
  case when $7::boolean then reason end, case when $8::boolean then is_deferred end, kind, origin,
  sum(count)::bigint, sum(price)::text, sum(tax)::text, sum(commission)::text, sum(saved)::text,
  sum(lapse_cost)::text
from period_total
where app = $1::text and environment = $2::text and ends_at = any($3::timestamptz[])
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
