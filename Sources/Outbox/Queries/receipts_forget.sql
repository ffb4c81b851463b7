-- Returns the number of receipts that an account's erasure deletes, and of those that it changes.
-- An item is the account's if it names the account, or names none and holds a purchase of the account.
-- Deleted are the given receipts, and those with such an item and no other that has an account or waits.
-- Changed are the other receipts with such an item, which they lose, and those that name the account as the one from
-- whom a restore moved the purchase, which lose the name. Reads all receipts of 30 days: for rare questions.
-- $1 lanes, $2 ids, $3 names, $4 original transaction ids, $5 app, $6 environment, $7 true for items without app or
-- environment too, $8 true to delete
with item as (
  select r.lane, r.id, e.place,
    e.item ->> 'account' = any($3::text[])
      or e.item ->> 'account' is null
        and e.item #>> '{chain,originalTransactionID}' = any($4::text[]) as is_own,
    e.item ->> 'movedFrom' = any($3::text[]) as is_moved
  from receipt r, json_array_elements(r.items) with ordinality as e(item, place)
  where r.lane = any($1::smallint[])
    and coalesce(e.item #>> '{chain,bundleID}' = $5::text, $7::boolean)
    and coalesce(e.item ->> 'environment' = $6::text, $7::boolean)
), found as (
  select lane, id,
    coalesce(array_agg(place) filter (where is_own), '{}') as own,
    coalesce(array_agg(place) filter (where is_moved), '{}') as moved
  from item
  where is_own or is_moved
  group by lane, id
), own as (
  select f.lane, f.id
  from found f
  where cardinality(f.own) > 0
    and not exists (
      select from receipt r, json_array_elements(r.items) with ordinality as e(item, place)
      where r.lane = f.lane and r.id = f.id and e.place <> all(f.own)
        and (e.item ->> 'account' is not null or e.item ->> 'state' = 'pending'))
  union
  select lane, id from receipt where lane = any($1::smallint[]) and id = any($2::text[])
), changed as (
  select lane, id, own, moved from found where (lane, id) not in (select lane, id from own)
), forgotten as (
  delete from receipt r using own
  where $8::boolean and r.lane = own.lane and r.id = own.id
), left_over as (
  select c.lane, c.id,
    json_agg(
      case when e.place = any(c.moved) then (e.item::jsonb - 'movedFrom')::json else e.item end
      order by e.place) as items,
    case
      when bool_or(e.item ->> 'state' = 'pending') then 'pending'
      when count(distinct e.item ->> 'state') > 1 then 'partial'
      else min(e.item ->> 'state')
    end as state
  from changed c
  join receipt r using (lane, id), json_array_elements(r.items) with ordinality as e(item, place)
  where e.place <> all(c.own)
  group by c.lane, c.id
), renamed as (
  update receipt r
  set items = l.items, state = l.state
  from left_over l
  where $8::boolean and r.lane = l.lane and r.id = l.id
)
select (select count(*) from own), (select count(*) from changed)
