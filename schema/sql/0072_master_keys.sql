-- Master keys are known by their content. The ledger keeps a check value of each one that it uses, never
-- the key: other bytes under a known id are refused.
create table master_key (
  id          text        primary key,
  -- an HMAC with the key over a fixed text
  check_value bytea       not null,
  added_at    timestamptz not null default now()
);

create trigger is_append_only before update or delete on master_key
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on master_key
  for each statement execute function reject_change();

-- The data keys that no master key opens any more, as they were wrapped, each with the account's name
-- that it sealed. They are kept in case the master key is found, and destroyed by an erasure.
create table lost_data_key (
  lane        smallint    not null,
  stream      uuid        not null,
  lost_at     timestamptz not null,
  master_key  text        not null,
  wrapped     bytea       not null,
  sealed_name bytea,
  primary key (lane, stream, lost_at)
);

-- Puts data keys aside whose master key was lost, with the names that they sealed: the next event of
-- such a stream makes another key. Returns their number.
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

-- Destroys data keys, lost ones too, and records it. The application can destroy none without a record.
create or replace function destroy_data_keys(lanes smallint[], streams uuid[]) returns void
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
