-- Returns true if the ledger exists with all of its lanes, and with the names of these event types.
-- $1 types
select exists (select from installation where (select count(*) from lane) > lanes)
  and not exists (
    select from unnest($1::smallint[]) as t(type)
    where not exists (select from event_type e where e.type = t.type))
