-- Returns the streams of a lane with a destroyed key. For lane 0 it adds those of lanes that the ledger does not have.
-- $1 lane
select distinct stream from destroyed_data_key
where lane = $1::smallint or ($1::smallint = 0 and lane not in (select lane from lane))
order by stream
