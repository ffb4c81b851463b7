-- Writes the states of these chains.
-- $1 lane, $2 streams, $3 environments, $4 original transaction ids, $5 states, side by side
insert into chain (lane, stream, environment, original_transaction_id, state)
select $1::smallint, n.*
from unnest($2::uuid[], $3::text[], $4::text[], $5::bytea[]) as n
on conflict (lane, stream) do update set state = excluded.state
