-- Stores refused grants.
-- $1 lane, $2 streams, $3 ids, $4 apps, $5 environments, $6 first transactions of their chains, $7
-- transaction ids, $8 first transactions of the chains that have the grants, side by side
insert into refused_grant (
  lane, stream, id, app, environment, original_transaction_id, transaction_id, granted_in)
select $1::smallint, *
from unnest(
  $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
on conflict (lane, stream, id) do update set granted_in = excluded.granted_in
