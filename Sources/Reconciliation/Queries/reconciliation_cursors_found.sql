-- Creates the cursors of chains that a reading found. A chain that has one keeps it.
-- $1 lanes, $2 streams, $3 environments, $4 apps, $5 original transaction ids, side by side
insert into reconciliation_cursor (lane, stream, environment, app, original_transaction_id)
select n.*
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as n
on conflict (lane, stream) do nothing
