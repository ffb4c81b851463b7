-- Stores the chains that accounts have named.
-- $1 lanes, $2 account streams, $3 apps, $4 environments, $5 original transaction ids, side by
-- side
insert into account_chain (lane, account_stream, app, environment, original_transaction_id)
select distinct * from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[])
on conflict (lane, account_stream, original_transaction_id) do nothing
