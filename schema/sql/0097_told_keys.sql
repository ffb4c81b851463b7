-- An API key is created by an event: the act of a person in lane 0, with all that the key may do. The application
-- has the right to add keys; a trigger looks for the event of each, so that a stolen login leaves a trace.

-- The event in lane 0 that tells of the key; null for a key of before.
alter table api_key add column event_position bigint;

-- Returns true if the event of a key tells what its row says.
create function is_told_key(k api_key) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    told ->> 'act' = 'keys.create' and told ->> 'object' = k.id
      and told #>> '{values,name}' = k.name
      and told #>> '{values,scopes}' = array_to_string(k.scopes, ',')
      and told #>> '{values,check}' = encode(sha256(k.digest), 'hex')
      and told #>> '{values,apps}' is not distinct from array_to_string(k.apps, ',')
      and told #>> '{values,environments}' is not distinct from array_to_string(k.environments, ',')
      and told #>> '{values,expiresAt}' is not distinct from
        to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    false)
  from (select told_in_lane_0(k.event_position, 30::smallint, 'act') as told) as e
$$;

create function require_told_key() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not is_told_key(new) then
    raise exception 'no event tells of key %', new.id using errcode = 'DC013';
  end if;
  return new;
end
$$;

create trigger is_told before insert on api_key
  for each row execute function require_told_key();
