-- Deletes a sweep that was not finished.
-- $1 id
delete from sweep where id = $1::uuid and finished_at is null
