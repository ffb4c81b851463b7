-- Returns the grants that a wallet has no room for, in the order of their transactions.
-- $1 lanes
select g.app, g.environment, g.transaction_id, g.coin
from granting_wait w
join coin_grant g on g.lane = w.lane and g.stream = w.stream
where w.lane = any($1::smallint[]) and w.reason = 'refused' and g.state = 'pending' and g.account is not null
order by g.app, g.environment, g.transaction_id, g.coin
