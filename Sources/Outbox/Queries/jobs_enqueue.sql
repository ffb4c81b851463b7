-- Enqueues jobs. A pending job is due no later than the new one if that is wanted; a dead-lettered
-- or finished job stays as it is.
-- $1 lanes, $2 ids, $3 kinds, $4 environments, $5 apps, $6 accounts, $7 subjects, $8 sealed
-- contents, $9 names of master keys, $10 wrapped keys, $11 moments due, $12 deadlines, side by
-- side; $13 now, $14 true if a pending job is brought forward
insert into job (
  lane, id, kind, environment, app, account, subject, sealed, master_key, wrapped, due_at,
  deadline_at, state, made_at, changed_at)
select n.*, 'owed', $13::timestamptz, $13::timestamptz
from unnest(
  $1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[],
  $8::bytea[], $9::text[], $10::bytea[], $11::timestamptz[], $12::timestamptz[]) as n
on conflict (lane, id) do update set
  due_at = least(job.due_at, excluded.due_at),
  account = coalesce(job.account, excluded.account),
  asks = job.asks + 1,
  changed_at = excluded.changed_at
where job.state = 'owed' and $14::boolean
