-- Deletes the chains that these accounts have named.
-- $1 lanes, $2 account streams, side by side
delete from account_chain a
using unnest($1::smallint[], $2::uuid[]) as n(lane, account_stream)
where a.lane = n.lane and a.account_stream = n.account_stream
