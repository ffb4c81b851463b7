-- Stores deduplication keys with the positions of their events and the moments of assertion.
-- $1 lanes, $2 moments, $3 keys, $4 positions, $5 moments of assertion, side by side
insert into event_key (lane, moment, key, position, asserted_at)
select * from unnest(
  $1::smallint[], $2::timestamptz[], $3::uuid[], $4::bigint[], $5::timestamptz[])
