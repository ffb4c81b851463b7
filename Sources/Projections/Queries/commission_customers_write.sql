-- Stores the names of the customers of chains.
-- $1 lane, $2 streams, $3 subscription groups, $4 apps, $5 environments, $6 names, $7 true for names that
-- are original transaction ids of replaced chains, side by side
insert into commission_customer (
  lane, stream, subscription_group, app, environment, name, is_chain)
select distinct $1::smallint, *
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
on conflict (lane, stream, subscription_group, name, is_chain) do nothing
