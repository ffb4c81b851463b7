-- Returns the aliases and accounts that a range of streams names.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, account, alias
from account_alias
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
