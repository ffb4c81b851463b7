-- Stores what streams tell of names.
-- $1 lanes, $2 streams, $3 kinds, $4 accounts, $5 aliases, $6 generations, $7 numbers, side by side
insert into account_naming (lane, stream, kind, account, alias, generation, number)
select distinct *
from unnest($1::smallint[], $2::uuid[], $3::smallint[], $4::uuid[], $5::uuid[], $6::integer[],
  $7::integer[])
on conflict (lane, stream, kind, account, alias, generation, number) do nothing
