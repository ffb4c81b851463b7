-- Returns the names of the master keys that wrap the data keys of these lanes.
-- $1 lanes
select distinct master_key from data_key where lane = any($1::smallint[]) order by master_key
