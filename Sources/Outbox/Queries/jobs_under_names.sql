-- Returns the kinds and subjects of the jobs of an account under any of its names.
-- $1 lanes, $2 the account's names
select kind, subject from job where lane = any($1::smallint[]) and account = any($2::uuid[])
