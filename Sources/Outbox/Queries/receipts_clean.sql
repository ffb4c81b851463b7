-- Deletes some of the receipts that have not changed since a moment, without those that are being written.
-- $1 lanes, $2 before this moment, $3 limit
delete from receipt r
using (
  select lane, id from receipt
  where lane = any($1::smallint[]) and changed_at < $2::timestamptz
  limit $3::bigint
  for update skip locked
) as old
where r.lane = old.lane and r.id = old.id
