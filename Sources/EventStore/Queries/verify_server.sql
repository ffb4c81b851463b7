-- Returns the server's version, the settings on which the durability of a commit depends, and the
-- number of sessions that logins without privileges may have.
select
  current_setting('server_version_num')::integer as version,
  current_setting('server_version') as version_text,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('max_connections')::integer
    - current_setting('superuser_reserved_connections')::integer as places
