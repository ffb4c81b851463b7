-- Stores the result of a post; a later result replaces an earlier one, and every key that sent the post is kept.
-- $1 lane, $2 id, $3 API key, $4 state, $5 items, $6 position, $7 now
insert into receipt as r (lane, id, key_ids, state, items, position, made_at, changed_at)
values (
  $1::smallint, $2::text, array[$3::text], $4::text, $5::json, $6::text, $7::timestamptz,
  $7::timestamptz)
on conflict (lane, id) do update set
  key_ids = case
    when r.key_ids @> excluded.key_ids then r.key_ids
    else r.key_ids || excluded.key_ids
  end,
  state = excluded.state, items = excluded.items, position = excluded.position,
  changed_at = excluded.changed_at
