-- Stores the result of a post; a later result replaces an earlier one.
-- $1 lane, $2 id, $3 API key, $4 state, $5 items, $6 position, $7 now
insert into receipt (lane, id, key_id, state, items, position, made_at, changed_at)
values (
  $1::smallint, $2::text, $3::text, $4::text, $5::json, $6::text, $7::timestamptz, $7::timestamptz)
on conflict (lane, id) do update set
  key_id = excluded.key_id, state = excluded.state, items = excluded.items,
  position = excluded.position, changed_at = excluded.changed_at
