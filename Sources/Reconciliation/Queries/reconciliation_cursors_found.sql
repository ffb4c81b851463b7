-- Creates the cursors of chains that a reading found, and then remembers their stores, in the order in which the
-- consumer locks them. A chain that has a cursor keeps it.
-- $1 lanes, $2 streams, $3 environments, $4 apps, $5 original transaction ids, side by side
with found as (
  insert into reconciliation_cursor (lane, stream, environment, app, original_transaction_id)
  select n.*
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as n
  on conflict (lane, stream) do nothing
  returning lane, app, environment
)
insert into known_store (lane, app, environment)
select distinct lane, app, environment from found
order by lane, app, environment
on conflict (lane, app, environment) do nothing
