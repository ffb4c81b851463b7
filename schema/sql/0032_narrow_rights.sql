-- The application's rights, narrowed to what its statements do.

-- What a key may do never changes, and a revoked key stays revoked.
revoke update on api_key from daicho_app;
grant update (revoked_at) on api_key to daicho_app;

create function reject_unrevoking() returns trigger language plpgsql as $$
begin
  raise exception 'a revoked key stays revoked: create another one' using errcode = 'DC001';
end
$$;

create trigger stays_revoked before update on api_key
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function reject_unrevoking();

-- The data keys that were destroyed: when, and by which login. The keys themselves are gone.
create table destroyed_data_key (
  lane         smallint    not null,
  stream       uuid        not null,
  destroyed_at timestamptz not null,
  login        text        not null,
  primary key (lane, stream, destroyed_at)
);

create trigger is_append_only before update or delete on destroyed_data_key
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on destroyed_data_key
  for each statement execute function reject_change();

grant select on destroyed_data_key to daicho_app;

-- Destroys data keys and records it. The application can destroy none without a record.
create function destroy_data_keys(lanes smallint[], streams uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with destroyed as (
    delete from data_key k
    using unnest(lanes, streams) as n(lane, stream)
    where k.lane = n.lane and k.stream = n.stream
    returning k.lane, k.stream
  )
  insert into destroyed_data_key (lane, stream, destroyed_at, login)
  select lane, stream, clock_timestamp(), session_user from destroyed
$$;

revoke execute on function destroy_data_keys(smallint[], uuid[]) from public;
grant execute on function destroy_data_keys(smallint[], uuid[]) to daicho_app;

revoke update, delete on data_key from daicho_app;
-- Wrapping a key with another master key leaves the key itself as it is.
grant update (master_key, wrapped) on data_key to daicho_app;

-- A grant is never removed, nor does it move to another purchase or coin.
revoke update, delete on coin_grant from daicho_app;
grant update (
  account, amount, product, quantity, granted_at, made_position, revoked_amount, acknowledged_at, state,
  booked_amount, changed_position, delivered_elsewhere
) on coin_grant to daicho_app;
