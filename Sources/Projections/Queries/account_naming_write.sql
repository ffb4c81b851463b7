-- Stores what streams tell of names.
-- $1 lanes, $2 streams, $3 kinds, $4 accounts, $5 aliases, $6 generations, $7 numbers, $8 told at these
-- positions, side by side
insert into account_naming (lane, stream, kind, account, alias, generation, number, told_position)
select *
from unnest($1::smallint[], $2::uuid[], $3::smallint[], $4::uuid[], $5::uuid[], $6::integer[],
  $7::integer[], $8::bigint[])
on conflict (lane, stream, kind, account, alias, generation, number) do nothing
