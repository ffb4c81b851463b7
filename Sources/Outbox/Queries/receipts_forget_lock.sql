-- Locks the receipts that an erasure deletes or changes: those of `receipts_forget.sql`, with its arguments. An item
-- that changes meanwhile is then not lost. They are locked by id, as a batch of posts locks them.
-- $1 lanes, $2 ids, $3 names, $4 original transaction ids, $5 app, $6 environment, $7 true for items without app or
-- environment too
select r.lane, r.id
from receipt r
where r.lane = any($1::smallint[])
  and (
    r.id = any($2::text[])
    or exists (
      select from json_array_elements(r.items) as e(item)
      where coalesce(e.item #>> '{chain,bundleID}' = $5::text, $7::boolean)
        and coalesce(e.item ->> 'environment' = $6::text, $7::boolean)
        and (
          e.item ->> 'account' = any($3::text[])
          or e.item ->> 'movedFrom' = any($3::text[])
          or e.item ->> 'account' is null
            and e.item #>> '{chain,originalTransactionID}' = any($4::text[]))))
order by r.id
for update
