-- The place where the ledger last ran: the cluster and the database. A dump that was restored, or a copy
-- of the database, runs in another place. It may lack what was acknowledged, and another copy may go on.
alter table installation add column system_identifier bigint;
alter table installation add column database_oid oid;

-- Returns the identifier of the cluster; null where the server does not tell it.
create function system_identifier() returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select s.system_identifier from pg_control_system() as s);
exception when insufficient_privilege or undefined_function then
  return null;
end
$$;

-- Notes the place of a ledger that has none yet. Pauses a ledger that has come from another place, until
-- `recover` notes the new one. Returns true if the ledger has come from another place.
create function note_place() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  here_system constant bigint := system_identifier();
  here_database constant oid := (select oid from pg_database where datname = current_database());
begin
  if exists (select from installation where database_oid is null) then
    update installation set system_identifier = here_system, database_oid = here_database
    where database_oid is null;
    return false;
  end if;
  if exists (
    select from installation
    where database_oid = here_database
      and (system_identifier = here_system or system_identifier is null or here_system is null))
  then
    return false;
  end if;
  perform pause_ledger(
    'the database is a copy of the one in which the ledger last ran: it was restored or cloned');
  return true;
end
$$;

revoke execute on function note_place() from public;
