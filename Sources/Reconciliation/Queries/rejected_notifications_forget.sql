-- Deletes rejected notifications that were ingested since.
-- $1 app, $2 environment, $3 digests
delete from rejected_notification
where app = $1::text and environment = $2::text and digest = any($3::bytea[])
