-- Returns the coins that were taken back from the grants of some chains, by transaction and coin.
-- $1 lanes, $2 streams
select stream, transaction_id, coin, sum(revoked_amount)::bigint
from coin_grant
where lane = any($1::smallint[]) and stream = any($2::uuid[]) and revoked_amount > 0
group by 1, 2, 3
order by 1, 2, 3
