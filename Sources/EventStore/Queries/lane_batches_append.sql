-- Appends a batch to each lane. The primary key refuses a second writer from the same head.
-- $1 lanes, $2 first positions, $3 last positions, $4 roots, $5 chains, $6 moments, side by side
insert into lane_batch (lane, first_position, last_position, root, chain, recorded_at)
select * from unnest(
  $1::smallint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::timestamptz[])
