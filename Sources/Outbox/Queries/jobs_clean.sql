-- Deletes jobs that ended before a moment, and posts that are older. Dead-lettered readings stay.
-- $1 lanes, $2 before this moment, $3 kinds that read, $4 the reason of a reading that is owed to nobody
delete from job
where lane = any($1::smallint[])
  and ((state <> 'owed' and changed_at < $2::timestamptz
      and (state <> 'parked' or kind <> all($3::text[]) or reason is not distinct from $4::text))
    or (kind = 'post' and made_at < $2::timestamptz))
