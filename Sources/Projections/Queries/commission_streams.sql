-- Returns the next chains that were charged since a moment.
-- $1 lane, $2 environment, null for all, $3 the moment, $4 after this stream, $5 limit
select stream
from commission_line
where lane = $1::smallint and ($2::text is null or environment = $2::text)
  and charged_at >= $3::timestamptz and stream > $4::uuid
group by stream
order by stream
limit $5::bigint
