-- Writes the states of these chains.
-- $1 lane, $2 streams, $3 apps, $4 environments, $5 original transaction ids, $6
-- states, side by side
insert into chain (lane, stream, app, environment, original_transaction_id, state)
select $1::smallint, n.*
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[]) as n
on conflict (lane, stream) do update set state = excluded.state
