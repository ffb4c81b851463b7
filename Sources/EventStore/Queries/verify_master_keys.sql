-- The names of the master keys that data keys of these lanes are wrapped with.
-- $1 lanes
select distinct master_key from data_key where lane = any($1::smallint[]) order by master_key
