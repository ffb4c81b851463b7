-- Returns what a range of streams tells of names.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, kind, account, alias, generation, number, told_position
from account_naming
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
