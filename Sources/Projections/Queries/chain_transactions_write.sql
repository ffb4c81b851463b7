-- Writes the states of these transactions.
-- $1 lane, $2 streams, $3 transaction ids, $4 states, side by side
insert into chain_transaction (lane, stream, transaction_id, state)
select $1::smallint, n.*
from unnest($2::uuid[], $3::text[], $4::bytea[]) as n
on conflict (lane, stream, transaction_id) do update set state = excluded.state
