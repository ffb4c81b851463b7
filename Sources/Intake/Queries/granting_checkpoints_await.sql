-- Waits until no process grants in these lanes.
-- $1 lanes
select lane from granting_checkpoint where lane = any($1::smallint[]) order by lane for update
