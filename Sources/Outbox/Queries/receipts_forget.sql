-- Returns the number of receipts of an account: these, those that name the account, and those that hold a purchase of
-- it and name no account; and the number of other accounts' receipts that name it as the one from whom a restore moved
-- the purchase. If told to, deletes the former and removes the name from the latter. Reads all receipts of 30 days: for
-- rare questions.
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
), own as (
  select lane, id from item where is_own
  union
  select lane, id from receipt where lane = any($1::smallint[]) and id = any($2::text[])
), moved as (
  select lane, id, array_agg(place) as places
  from item
  where is_moved and (lane, id) not in (select lane, id from own)
  group by lane, id
), forgotten as (
  delete from receipt r using own
  where $8::boolean and r.lane = own.lane and r.id = own.id
), renamed as (
  update receipt r
  set items = (
    select json_agg(
      case when e.place = any(moved.places) then (e.item::jsonb - 'movedFrom')::json else e.item end
      order by e.place)
    from json_array_elements(r.items) with ordinality as e(item, place))
  from moved
  where $8::boolean and r.lane = moved.lane and r.id = moved.id
)
select (select count(*) from own), (select count(*) from moved)
