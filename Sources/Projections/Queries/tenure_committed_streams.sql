-- Returns the streams of the chains of an app in which a commitment was told, in order.
-- $1 lane, $2 environment, $3 app
select c.stream
from tenure_chain c
where c.lane = $1::smallint and c.environment = $2::text and c.app = $3::text
  and c.stream in (
    select stream from service_period where lane = $1::smallint and payments_left is not null)
order by c.stream
