-- Deletes jobs that ended before a moment, and posts that are older.
-- $1 lanes, $2 before this moment
delete from job
where lane = any($1::smallint[])
  and ((state <> 'owed' and changed_at < $2::timestamptz)
    or (kind = 'post' and made_at < $2::timestamptz))
