-- Takes the projection's place in a lane for this transaction and tells how far it has read.
-- No row where another projector holds it: its work is the same.
-- $1 lane, $2 projection
select position, commons_position from projection_checkpoint
where lane = $1::smallint and projection = $2::text
for update skip locked
