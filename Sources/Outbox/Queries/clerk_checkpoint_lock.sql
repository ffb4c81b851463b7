-- Takes the lane for this transaction and tells how far it was read. No row where another process has
-- it: its work is the same.
-- $1 lane
select position from clerk_checkpoint where lane = $1::smallint for update skip locked
