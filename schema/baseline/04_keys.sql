-- The keys that seal evidence and names. Destroying a key makes unreadable what it sealed.

-- Master keys are known by their content. The ledger keeps a check value of each one that it uses, never the key:
-- other bytes under a known id are refused.
create table master_key (
  id          text        primary key,
  -- an HMAC with the key over a fixed text
  check_value bytea       not null,
  added_at    timestamptz not null default now()
);

-- A key for each stream that has evidence or a name, wrapped by the named master key. Only keys and account names
-- may be deleted.
create table data_key (
  lane       smallint    not null,
  stream     uuid        not null,
  master_key text        not null,
  wrapped    bytea       not null,
  made_at    timestamptz not null default now(),
  primary key (lane, stream)
);

-- The names of accounts, each sealed with the key of the account's stream.
create table account_name (
  lane   smallint not null,
  stream uuid     not null,
  sealed bytea    not null,
  primary key (lane, stream)
);

-- The data keys that were destroyed: when, and by which login. The keys themselves are gone.
create table destroyed_data_key (
  lane         smallint    not null,
  stream       uuid        not null,
  destroyed_at timestamptz not null,
  login        text        not null,
  primary key (lane, stream, destroyed_at)
);

-- The data keys that no master key opens any more, as they were wrapped, each with the account's name that it
-- sealed. They are kept in case the master key is found, and destroyed by an erasure.
create table lost_data_key (
  lane        smallint    not null,
  stream      uuid        not null,
  lost_at     timestamptz not null,
  master_key  text        not null,
  wrapped     bytea       not null,
  sealed_name bytea,
  primary key (lane, stream, lost_at)
);

-- Destroys data keys, lost ones too, and records it. The application can destroy none without a record.
create function destroy_data_keys(lanes smallint[], streams uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with destroyed as (
    delete from data_key k
    using unnest(lanes, streams) as n(lane, stream)
    where k.lane = n.lane and k.stream = n.stream
    returning k.lane, k.stream
  ), destroyed_lost as (
    delete from lost_data_key k
    using unnest(lanes, streams) as n(lane, stream)
    where k.lane = n.lane and k.stream = n.stream
    returning k.lane, k.stream
  )
  insert into destroyed_data_key (lane, stream, destroyed_at, login)
  select lane, stream, clock_timestamp(), session_user
  from (select * from destroyed union select * from destroyed_lost) as d
$$;

revoke execute on function destroy_data_keys(smallint[], uuid[]) from public;

-- Puts data keys of a lost master key aside, with the names that they sealed: the next event of such a stream makes
-- another key. Returns their number.
create function lose_data_keys(lanes smallint[], streams uuid[], lost_key text) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with lost as (
    delete from data_key k
    using unnest(lanes, streams) as n(lane, stream)
    where k.lane = n.lane and k.stream = n.stream and k.master_key = lost_key
    returning k.lane, k.stream, k.master_key, k.wrapped
  ), names as (
    delete from account_name a
    using lost l
    where a.lane = l.lane and a.stream = l.stream
    returning a.lane, a.stream, a.sealed
  ), kept as (
    insert into lost_data_key (lane, stream, lost_at, master_key, wrapped, sealed_name)
    select l.lane, l.stream, clock_timestamp(), l.master_key, l.wrapped, n.sealed
    from lost l left join names n on n.lane = l.lane and n.stream = l.stream
    returning 1
  )
  select count(*) from kept
$$;

revoke execute on function lose_data_keys(smallint[], uuid[], text) from public;
