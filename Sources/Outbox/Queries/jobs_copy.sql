-- Copies a job to the lane and the id that its columns give, without a lease. A job that is there stays.
-- $1 lane, $2 id, $3 right lane, $4 right id, $5 now
insert into job (
  lane, id, kind, environment, app, account, key_id, subject, sealed, master_key, wrapped, state,
  reason, attempts, due_at, deadline_at, asks, made_at, changed_at)
select $3::smallint, $4::uuid, kind, environment, app, account, key_id, subject, sealed, master_key,
  wrapped, state, reason, attempts, due_at, deadline_at, asks, made_at, $5::timestamptz
from job
where lane = $1::smallint and id = $2::uuid
on conflict (lane, id) do nothing
