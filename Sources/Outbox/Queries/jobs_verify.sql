-- Returns the next jobs of a lane, as their ids and sealed contents are verified.
-- $1 lane, $2 after this id, $3 limit
select id, kind, environment, app, subject, sealed, master_key, wrapped
from job
where lane = $1::smallint and id > $2::uuid
order by id
limit $3::bigint
