-- Writes the columns again that the id of a job is made of.
-- $1 lane, $2 id, $3 kind, $4 environment, $5 app, $6 subject, $7 now
update job
set kind = $3::text, environment = $4::text, app = $5::text, subject = $6::text,
  changed_at = $7::timestamptz
where lane = $1::smallint and id = $2::uuid
