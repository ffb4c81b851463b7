-- Stores the chains that accounts have named.
-- $1 lanes, $2 account streams, $3 environments, $4 original transaction ids, side by side
insert into account_chain (lane, account_stream, environment, original_transaction_id)
select distinct * from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[])
on conflict (lane, account_stream, original_transaction_id) do nothing
