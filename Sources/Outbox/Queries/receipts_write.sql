-- Stores the result of a post; a later result replaces an earlier one, and every key that sent the post is kept. An
-- item of the same account keeps the one from which a restore moved the purchase: only the first result tells it.
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
  state = excluded.state,
  items = case when r.items::text like '%"movedFrom"%' then (
    select coalesce(json_agg(
      case
        when former.item is null then e.item
        else (e.item::jsonb || jsonb_build_object('movedFrom', former.item ->> 'movedFrom'))::json
      end order by e.place), excluded.items)
    from json_array_elements(excluded.items) with ordinality as e(item, place)
    left join json_array_elements(r.items) as former(item)
      on former.item ->> 'movedFrom' is not null and e.item ->> 'movedFrom' is null
      and former.item ->> 'index' = e.item ->> 'index'
      and former.item ->> 'account' = e.item ->> 'account'
  ) else excluded.items end,
  position = excluded.position,
  changed_at = excluded.changed_at
