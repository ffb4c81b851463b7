-- Returns the next receipts of a lane, as they are verified, each with its last change, and with true if its items must
-- have their jobs: it is younger than jobs are kept, and no account was erased since. An erasure deletes jobs, so a
-- missing one proves nothing after it.
-- $1 lane, $2 after this id, $3 limit, $4 every lane, $5 now
select r.id, r.state, r.items, r.position,
  r.made_at > $5::timestamptz - interval '29 days'
    and not exists (
      select from destroyed_data_key d
      where d.lane = any($4::smallint[]) and d.destroyed_at >= r.made_at) as owes_jobs,
  r.changed_at::text
from receipt r
where r.lane = $1::smallint and r.id > $2::text
order by r.id
limit $3::bigint
