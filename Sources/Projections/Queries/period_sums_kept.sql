-- Returns the kept sums of a closed period as texts: those of the journal, which have a kind, and those of
-- deferred revenue, which have none.
-- $1 app, $2 environment, $3 end of the period
select
  kind is not null as is_of_journal, array[
    kind, origin, product, subscription_group, storefront, currency, rate::text, reason,
    is_deferred::text, count::text, price::text, tax::text, commission::text, saved::text,
    lapse_cost::text] as fields
from period_total
where app = $1::text and environment = $2::text and ends_at = $3::timestamptz
union all
select
  false, array[
    product, subscription_group, storefront, currency, opening::text, billed::text, recognized::text,
    refunded::text, recognized_by_rules::text, refunded_by_rules::text, by_rules::text, closing::text,
    committed_months::text, committed::text]
from period_deferred
where app = $1::text and environment = $2::text and ends_at = $3::timestamptz
