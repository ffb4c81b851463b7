-- Returns the number of these receipts, and of those that name an account or hold a transaction of these purchases.
-- Reads all receipts of 30 days: for rare questions.
-- $1 lanes, $2 ids, $3 names, $4 original transaction ids, $5 app, $6 environment
select count(*)
from receipt r
where r.lane = any($1::smallint[]) and (
  r.id = any($2::text[]) or exists (
    select from json_array_elements(r.items) as i
    where coalesce(i #>> '{chain,bundleID}', $5::text) = $5::text
      and coalesce(i ->> 'environment', $6::text) = $6::text
      and (i ->> 'account' = any($3::text[])
        or i #>> '{chain,originalTransactionID}' = any($4::text[]))))
