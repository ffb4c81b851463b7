-- Returns the cluster and the database that are noted as the place of the ledger, if it runs in another one and is not
-- paused for that. The next start of a server pauses it. The rule is that of `note_place`.
select format('cluster %s, database %s', i.system_identifier, i.database_oid)
from installation i
where i.paused_since is null and i.database_oid is not null
  and not (
    i.database_oid = (select oid from pg_database where datname = current_database())
    and coalesce(i.system_identifier = system_identifier(), true))
