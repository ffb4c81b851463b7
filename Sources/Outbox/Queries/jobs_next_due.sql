-- Returns the moment at which the next job is due that has failed, except for some reasons; null if there is none.
-- $1 lanes, $2 kinds, $3 reasons
select min(due_at) from job
where lane = any($1::smallint[]) and state = 'owed' and kind = any($2::text[]) and attempts > 0
  and reason <> all($3::text[])
