-- Returns the server's version, the settings on which the durability of a commit depends, the number of
-- sessions that the login may have besides those reserved for others, those that the login itself and its database
-- may have (null without a limit, which a superuser never has), and the settings on which the speed of a long log
-- depends: memory and log in bytes, the time between checkpoints in seconds.
select
  current_setting('server_version_num')::integer as version,
  current_setting('server_version') as version_text,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('max_connections')::integer
    - case when r.rolsuper then 0
      else current_setting('superuser_reserved_connections')::integer
        + coalesce(current_setting('reserved_connections', true), '0')::integer
      end as places,
  case when r.rolconnlimit >= 0 and not r.rolsuper then r.rolconnlimit end as login_limit,
  case when d.datconnlimit >= 0 and not r.rolsuper then d.datconnlimit end as database_limit,
  pg_size_bytes(current_setting('shared_buffers')) as shared_buffers,
  current_setting('wal_compression') as wal_compression,
  extract(epoch from current_setting('checkpoint_timeout')::interval)::bigint as checkpoint_timeout,
  pg_size_bytes(current_setting('max_wal_size')) as max_wal_size
from pg_roles r cross join pg_database d
where r.rolname = session_user and d.datname = current_database()
