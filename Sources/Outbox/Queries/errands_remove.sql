-- Takes away what is done, unless it was asked for again since it was leased.
-- $1 lane, $2 id, $3 lease, $4 how often it had been asked for
delete from errand
where lane = $1::smallint and id = $2::uuid and lease = $3::uuid and asks = $4::integer
