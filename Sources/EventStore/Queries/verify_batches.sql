-- Returns the next batches of a lane in order, with the fraction of a millisecond in their moments.
-- $1 lane, $2 begun after this position, $3 begun up to this position, $4 limit
select first_position, last_position, root, chain, recorded_at,
       extract(microseconds from recorded_at)::integer % 1000 as fraction
from lane_batch
where lane = $1::smallint and first_position > $2::bigint and first_position <= $3::bigint
order by first_position
limit $4::bigint
