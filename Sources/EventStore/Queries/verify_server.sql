-- The server's version, and the settings that a commit's promise rests on.
select
  current_setting('server_version_num')::integer as version,
  current_setting('server_version') as version_text,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('full_page_writes') as full_page_writes
