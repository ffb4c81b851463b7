-- The parked items of a key beyond the newest, oldest last; what another process has is passed over.
-- $1 lanes, $2 key, $3 how many are kept
select lane, id from errand
where lane = any($1::smallint[]) and key_id = $2::text and kind = 'post' and state = 'parked'
order by made_at desc, lane, id
offset $3::bigint
for update skip locked
