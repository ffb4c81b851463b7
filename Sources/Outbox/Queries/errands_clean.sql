-- Takes away what nobody has asked about for long, and posts that are too old to be kept.
-- $1 lanes, $2 before this moment
delete from errand
where lane = any($1::smallint[])
  and ((state <> 'owed' and changed_at < $2::timestamptz)
    or (kind = 'post' and made_at < $2::timestamptz))
