-- Returns the names of the master keys of lost data keys, each with one of its lanes and streams.
-- $1 lanes
select master_key, min(lane) as lane, min(stream::text) as stream
from lost_data_key
where lane = any($1::smallint[])
group by master_key
order by master_key
