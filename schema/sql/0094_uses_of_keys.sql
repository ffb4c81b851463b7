-- The last use of a key, to a minute: a key that nobody uses can be revoked. It is null for a key that was never used.
alter table api_key add column last_used_at timestamptz;
