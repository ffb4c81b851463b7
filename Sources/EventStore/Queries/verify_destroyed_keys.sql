-- Returns the streams of a lane of which a key was destroyed; with lane 0 those of lanes that the ledger does not have.
-- $1 lane
select distinct stream from destroyed_data_key
where lane = $1::smallint or ($1::smallint = 0 and lane not in (select lane from lane))
order by stream
