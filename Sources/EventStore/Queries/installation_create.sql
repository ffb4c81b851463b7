-- Creates the ledger with its number of lanes; does nothing if it exists.
-- $1 lanes
insert into installation (lanes, epoch) values ($1::smallint, gen_random_uuid())
on conflict (singleton) do nothing
