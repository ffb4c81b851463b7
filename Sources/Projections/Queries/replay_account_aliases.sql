-- Which names the accounts of a lane are said to stand for, in a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, account, alias
from account_alias
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
