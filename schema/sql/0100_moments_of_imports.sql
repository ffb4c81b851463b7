-- A file of Apple's is imported at the moment of the event that tells of it: the moment decides which of two files of one
-- day counts, and `verify` compares it with the log.
alter table apple_file disable trigger user;
update apple_file f
set imported_at = e.recorded_at
from event e
where e.lane = 0 and e.position = f.event_position;
alter table apple_file enable trigger user;
