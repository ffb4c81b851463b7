-- Stores the customers that Apple named in chains.
-- $1 lane, $2 streams, $3 subscription groups, $4 apps, $5 environments, $6 app transaction
-- ids, side by side
insert into commission_customer (
  lane, stream, subscription_group, app, environment, app_transaction_id)
select distinct $1::smallint, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
on conflict (lane, stream, subscription_group, app, environment, app_transaction_id) do nothing
