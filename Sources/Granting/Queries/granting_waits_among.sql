-- Returns those of these chains that wait, whatever the reason.
-- $1 lane, $2 streams
select stream from granting_wait
where lane = $1::smallint and stream = any($2::uuid[])
