-- Returns the first position that more than one deduplication key names, or that no event can have.
-- $1 lane, $2 up to this position
select position
from event_key
where lane = $1::smallint and position <= $2::bigint
group by position
having count(*) > 1 or position < 1
order by position
limit 1
