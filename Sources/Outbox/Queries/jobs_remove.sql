-- Deletes a leased job that is done, unless it was enqueued again since it was leased.
-- $1 lane, $2 id, $3 lease, $4 number of times it had been enqueued
delete from job
where lane = $1::smallint and id = $2::uuid and lease = $3::uuid and asks = $4::integer
