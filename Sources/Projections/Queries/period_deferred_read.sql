-- Returns the stored deferred revenue of some closed periods: the sums of what changed it, and what was
-- owed at the beginning of the first and at the end of the last, with the commitments of that moment.
-- $1 app, $2 environment, $3 ends of the periods in order, $4 true to group by product, $5 by subscription
-- group, $6 by storefront
select
  case when $4::boolean then product end, case when $5::boolean then subscription_group end,
  case when $6::boolean then storefront end, currency,
  coalesce(sum(opening) filter (where ends_at = ($3::timestamptz[])[1]), 0)::text, sum(billed)::text,
  sum(recognized)::text, sum(refunded)::text, sum(recognized_by_rules)::text,
  sum(refunded_by_rules)::text, sum(by_rules)::text,
  coalesce(
    sum(closing) filter (where ends_at = ($3::timestamptz[])[cardinality($3::timestamptz[])]), 0)::text,
  coalesce(
    sum(committed_months) filter (
      where ends_at = ($3::timestamptz[])[cardinality($3::timestamptz[])]), 0)::bigint,
  coalesce(
    sum(committed) filter (
      where ends_at = ($3::timestamptz[])[cardinality($3::timestamptz[])]), 0)::text
from period_deferred
where app = $1::text and environment = $2::text and ends_at = any($3::timestamptz[])
group by 1, 2, 3, 4
