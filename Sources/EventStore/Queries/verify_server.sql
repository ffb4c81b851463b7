-- Returns the server's version and the settings on which the durability of a commit depends.
select
  current_setting('server_version_num')::integer as version,
  current_setting('server_version') as version_text,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('full_page_writes') as full_page_writes
