-- Returns those of these chains that wait, each with its reason.
-- $1 lane, $2 streams
select stream, reason from granting_wait
where lane = $1::smallint and stream = any($2::uuid[])
