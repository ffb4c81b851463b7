-- Creates the ledger with its number of lanes; does nothing if it exists, or if there are lanes: their ledger lost its
-- row, and a new one would have another epoch.
-- $1 lanes
insert into installation (lanes, epoch)
select $1::smallint, gen_random_uuid()
where not exists (select from lane)
on conflict (singleton) do nothing
