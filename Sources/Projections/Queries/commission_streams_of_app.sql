-- Returns the next chains with charges of an app.
-- $1 lane, $2 the app, $3 after this stream, $4 limit
select stream
from commission_line
where lane = $1::smallint and app = $2::text and stream > $3::uuid
group by stream
order by stream
limit $4::bigint
