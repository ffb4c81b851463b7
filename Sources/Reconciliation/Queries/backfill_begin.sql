-- Creates the row of a backfill file, once, and returns its progress.
-- $1 digest, $2 app, $3 now
insert into backfill (digest, app, begun_at, moved_at)
values ($1::bytea, $2::text, $3::timestamptz, $3::timestamptz)
on conflict (digest) do update set moved_at = excluded.moved_at
returning lines_done, customers, present, repaired, rejected, known, finished_at
