-- Saves posted items that could not be recorded, each with the reason. An item posted again
-- replaces the saved one; one that is dead-lettered keeps its count of failed retries.
-- $1 lanes, $2 ids, $3 environment, $4 app, $5 account, $6 API key, $7 subjects, $8 sealed
-- contents, $9 names of master keys, $10 wrapped keys, $11 states, $12 reasons, $13 moments due,
-- side by side except $3 to $6; $14 now
insert into job (
  lane, id, kind, environment, app, account, key_id, subject, sealed, master_key, wrapped, state,
  reason, due_at, made_at, changed_at)
select n.lane, n.id, 'post', $3::text, $4::text, $5::uuid, $6::text, n.subject, n.sealed,
  n.master_key, n.wrapped, n.state, n.reason, n.due_at, $14::timestamptz, $14::timestamptz
from unnest(
  $1::smallint[], $2::uuid[], $7::text[], $8::bytea[], $9::text[], $10::bytea[], $11::text[],
  $12::text[], $13::timestamptz[])
  as n(lane, id, subject, sealed, master_key, wrapped, state, reason, due_at)
on conflict (lane, id) do update set
  key_id = excluded.key_id, sealed = excluded.sealed, master_key = excluded.master_key,
  wrapped = excluded.wrapped, state = excluded.state, reason = excluded.reason,
  attempts = case when excluded.state = 'parked' then job.attempts else 0 end,
  due_at = excluded.due_at, lease = null, leased_until = null, asks = job.asks + 1,
  changed_at = excluded.changed_at
