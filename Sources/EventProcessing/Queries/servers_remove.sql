-- Removes a process that stops.
-- $1 id
delete from running_server where id = $1::uuid
