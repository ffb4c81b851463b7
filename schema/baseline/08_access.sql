-- The clients of the API.

-- API keys: a reference table. Only a digest of each key is stored: a copy of the database gives no access.
create table api_key (
  id             text        primary key,
  name           text        not null,
  scopes         text[]      not null,
  digest         bytea       not null,
  created_at     timestamptz not null default now(),
  revoked_at     timestamptz,
  -- the apps and environments that the key may touch; null for all
  apps           text[],
  environments   text[],
  -- the moment from which the key opens nothing; null for never
  expires_at     timestamptz,
  -- to a minute; null for a key that was never used
  last_used_at   timestamptz,
  -- the event in lane 0 that tells of the key
  event_position bigint,
  constraint scopes_not_empty check (cardinality(scopes) > 0),
  constraint digest_is_sha256 check (octet_length(digest) = 32),
  constraint apps_not_empty check (cardinality(apps) > 0),
  constraint environments_not_empty check (cardinality(environments) > 0)
);

-- A revoked key stays revoked.
create function reject_unrevoking() returns trigger language plpgsql as $$
begin
  raise exception 'a revoked key stays revoked: create another one' using errcode = 'DC001';
end
$$;

create trigger stays_revoked before update on api_key
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function reject_unrevoking();

-- An API key is created by an event: the act of a person in lane 0, with all that the key may do. The application
-- has the right to add keys; a trigger looks for the event of each. A stolen login leaves a trace.

-- Returns the part of the JSON of an event in lane 0 under a name; null if there is no event of this type.
create function told_in_lane_0(at bigint, wanted smallint, member text) returns json
language sql stable set search_path = public, pg_temp as $$
  select e.extra -> member from event e where e.lane = 0 and e.position = at and e.type = wanted
$$;

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
