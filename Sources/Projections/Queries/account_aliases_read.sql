-- Returns the aliases and accounts that these streams name.
-- $1 lanes, $2 streams, side by side
select a.stream, a.account, a.alias
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join account_alias a using (lane, stream)
