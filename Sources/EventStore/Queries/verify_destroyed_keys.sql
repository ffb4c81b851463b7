-- Returns the streams of a lane of which a key was destroyed.
-- $1 lane
select distinct stream from destroyed_data_key where lane = $1::smallint order by stream
