-- Stores aliases with their accounts, each in the stream that names them.
-- $1 lanes, $2 streams, $3 accounts, $4 aliases, side by side
insert into account_alias (lane, stream, account, alias)
select distinct * from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::uuid[])
on conflict (lane, stream, account, alias) do nothing
