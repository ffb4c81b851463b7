-- Returns the next dead letters of all consumers, in the order of lane, position and consumer.
-- $1 lanes, $2 after this lane, $3 position, $4 and consumer, $5 consumer or null, $6 limit
select lane, position, consumer, reason, dead_lettered_at
from dead_letter
where lane = any($1::smallint[])
  and (lane, position, consumer) > ($2::smallint, $3::bigint, $4::text)
  and ($5::text is null or consumer = $5::text)
order by lane, position, consumer
limit $6::bigint
