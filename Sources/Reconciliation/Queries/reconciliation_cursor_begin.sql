-- Creates the cursors of chains and returns the chains that had none.
-- $1 lane, $2 streams, $3 environments, $4 apps, $5 original transaction ids, side by side
insert into reconciliation_cursor (lane, stream, environment, app, original_transaction_id)
select $1::smallint, n.*
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as n
on conflict (lane, stream) do nothing
returning stream
