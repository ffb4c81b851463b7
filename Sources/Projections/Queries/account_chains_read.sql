-- The chains that an account has named, by any of its names.
-- $1 lanes, $2 account streams, side by side
select distinct a.environment, a.original_transaction_id
from unnest($1::smallint[], $2::uuid[]) as n(lane, account_stream)
join account_chain a using (lane, account_stream)
order by a.original_transaction_id
