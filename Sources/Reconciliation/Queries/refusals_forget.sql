-- Forgets what was refused once and is here now.
-- $1 app, $2 environment, $3 digests
delete from refused_notification
where app = $1::text and environment = $2::text and digest = any($3::bytea[])
