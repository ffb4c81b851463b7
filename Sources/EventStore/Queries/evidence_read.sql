-- Returns one piece of sealed evidence with its stream and the key of that stream; the key is null
-- if it was destroyed.
-- $1 lane, $2 position
select v.sealed, e.stream, k.master_key, k.wrapped
from evidence v
join event e on e.lane = v.lane and e.position = v.position
left join data_key k on k.lane = e.lane and k.stream = e.stream
where v.lane = $1::smallint and v.position = $2::bigint
