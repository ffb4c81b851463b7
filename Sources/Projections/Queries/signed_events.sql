-- Returns the places of events on accounts and purchases whose content names an author, in the order of lanes.
-- $1 lanes, $2 types, $3 first moment or null, $4 end or null
select lane, position
from event
where lane = any($1::smallint[]) and type = any($2::smallint[])
  and ($3::timestamptz is null or recorded_at >= $3::timestamptz)
  and ($4::timestamptz is null or recorded_at < $4::timestamptz)
  and strpos(extra::text, '"author":') > 0
order by lane, position
