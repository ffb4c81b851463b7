-- Deletes the jobs of an account under any of its names, with their sealed contents. Returns their kinds and
-- subjects.
-- $1 lanes, $2 the account's names
delete from job where lane = any($1::smallint[]) and account = any($2::uuid[])
returning kind, subject
