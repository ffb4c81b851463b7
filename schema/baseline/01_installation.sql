-- The installation and its reference tables. Reference tables are small, have no lane, and are the same on
-- every node.

-- The ledger: one row. The number of lanes is fixed when the ledger is created; lane 0 is the shared lane and is
-- not counted.
create table installation (
  singleton         boolean     primary key default true,
  lanes             smallint    not null,
  -- changes with each restore from a backup
  epoch             uuid        not null,
  created_at        timestamptz not null default now(),
  -- While it is set, nothing reaches Apple or a customer: a restored ledger does not know yet what it did before.
  paused_since      timestamptz,
  paused_because    text,
  -- grows with each restore, whichever backup it was of; games compare grants by it
  epoch_number      bigint      not null default 0,
  -- the cluster and the database where the ledger last ran
  system_identifier bigint,
  database_oid      oid,
  constraint installation_is_one_row check (singleton),
  constraint lanes_positive check (lanes between 1 and 1024)
);

-- The lanes by number, lane 0 included. Statements about each lane join this table, because Citus plans no
-- lateral join over a function such as unnest.
create table lane (
  lane smallint primary key
);

-- Recurring strings (apps, products, currencies, Apple's enumerations). Each is stored once, which keeps event
-- rows narrow, and an unknown value is kept as it came. A string is written before the events that use it and
-- never changed.
create table interned_string (
  id   integer primary key,
  text text    not null,
  constraint interned_string_once unique (text)
);

-- The names of the event types. The program adds the types that it knows.
create table event_type (
  type smallint primary key,
  name text     not null,
  constraint event_type_once unique (name)
);

-- Pauses the ledger. The application may pause it, never unpause it.
create function pause_ledger(reason text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update installation
  set paused_since = coalesce(paused_since, clock_timestamp()),
    paused_because = coalesce(paused_because, reason)
$$;

revoke execute on function pause_ledger(text) from public;

-- Returns the identifier of the cluster; null where the server does not tell it.
create function system_identifier() returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select s.system_identifier from pg_control_system() as s);
exception when insufficient_privilege or undefined_function then
  return null;
end
$$;

-- Notes the place of a new ledger: the cluster and the database. A dump that was restored, or a copy of the
-- database, runs in another place: it may lack what was acknowledged, and the original may go on. Such a ledger is
-- paused until `recover` notes the new place. Returns true if the ledger has come from another place.
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
