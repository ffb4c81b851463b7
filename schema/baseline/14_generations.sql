-- The generations of projections. Projections are rebuilt beside the live ones. The tables of another generation
-- have the same names in a schema of their own: the same statements read and write them in a session with that schema
-- first in its search path. A switch moves tables from schema to schema, with their indexes. The application
-- owns no table: it calls the functions below, which know the tables of each projection.

-- The generation that is built, and the one that was replaced last.
create schema projection_next;
create schema projection_previous;
-- Holds the live tables for the length of a switch.
create schema projection_moving;

-- The generations of each projection. Number 0 was built in place.
create table projection_generation (
  projection  text        not null,
  generation  integer     not null,
  -- live, next, previous or dropped
  place       text        not null,
  -- the number of the rules that built it; null where it is not known
  rules       integer,
  changed_at  timestamptz not null default now(),
  -- what a rebuild is at: reading, indexing, catching up, comparing or ready
  phase       text,
  -- who accepted that it differs from the generation that it replaced
  accepted_by text,
  primary key (projection, generation),
  constraint place_known check (place in ('live', 'next', 'previous', 'dropped'))
);

insert into projection_generation (projection, generation, place)
values ('chains', 0, 'live'), ('tenure', 0, 'live'), ('commission', 0, 'live'), ('grants', 0, 'live');

-- The place that a rebuild has reached in each lane: all streams up to `after_stream` are built from the events up
-- to the other two positions.
create table projection_rebuild (
  lane                smallint    not null,
  generation          integer     not null,
  end_position        bigint      not null,
  end_shared_position bigint      not null,
  after_stream        uuid        not null,
  events              bigint      not null default 0,
  is_built            boolean     not null default false,
  begun_at            timestamptz not null default now(),
  moved_at            timestamptz not null default now(),
  primary key (lane, generation)
);

-- Returns the tables of a projection; none for a name that is unknown.
create function projection_tables(projection text) returns setof name
language sql immutable as $$
  select unnest(case projection
    when 'chains' then '{chain,chain_transaction,account_chain,account_naming,account_promotion}'
    when 'tenure' then '{tenure_chain,service_period}'
    when 'commission' then
      '{commission_line,commission_customer,commission_product,purchase_without_price,journal_entry}'
    when 'grants' then '{coin_grant,unpriced_transaction}'
  end::name[])
$$;

-- Returns the tables of the projections that have a generation in a place.
create function projection_tables_in(wanted text) returns setof name
language sql stable as $$
  select t.name
  from projection_generation g cross join lateral projection_tables(g.projection) as t(name)
  where g.place = wanted
  order by t.name
$$;

-- Gives a table the rights that the application has on another one.
create function projection_copy_rights(source regclass, target regclass) returns void
language plpgsql as $$
declare
  statement text;
begin
  for statement in
    select format('grant %s on %s to %I', a.privilege_type, target, r.rolname)
    from pg_class c cross join lateral aclexplode(c.relacl) as a
    join pg_roles r on r.oid = a.grantee
    where c.oid = source and a.grantee <> c.relowner
    union all
    select format('grant %s (%I) on %s to %I', a.privilege_type, t.attname, target, r.rolname)
    from pg_attribute t cross join lateral aclexplode(t.attacl) as a
    join pg_roles r on r.oid = a.grantee
    where t.attrelid = source and t.attnum > 0
  loop
    execute statement;
  end loop;
end
$$;

-- Begins a generation of projections in `projection_next`, with empty tables that have their keys and no further
-- index. Returns its number.
create function begin_generation(names text[], rules integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  number integer;
  item name;
  definition text;
begin
  lock table projection_generation in share row exclusive mode;
  if exists (select from projection_generation where place = 'next') then
    raise exception 'another generation is being built' using errcode = 'DC010';
  end if;
  if exists (
    select from unnest(names) as n(projection)
    where not exists (select from projection_tables(n.projection)))
  then
    raise exception 'there is no such projection' using errcode = 'DC010';
  end if;
  select max(generation) + 1 into number from projection_generation;
  insert into projection_generation (projection, generation, place, rules, phase)
  select projection, number, 'next', begin_generation.rules, 'reading'
  from unnest(names) as n(projection);
  foreach item in array
    array(select projection_tables_in('next')) || '{consumer_checkpoint,dead_letter}'::name[]
  loop
    execute format('drop table if exists projection_next.%I', item);
    execute format(
      'create table projection_next.%I (like public.%I including defaults including constraints
         including generated including storage including comments)', item, item);
    for definition in
      select format('alter table projection_next.%I add constraint %I %s',
        item, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c
      where c.conrelid = format('public.%I', item)::regclass and c.contype = 'p'
    loop
      execute definition;
    end loop;
    perform projection_copy_rights(
      format('public.%I', item)::regclass, format('projection_next.%I', item)::regclass);
  end loop;
  return number;
end
$$;

-- Creates the next index that the tables in `projection_next` lack, and returns its name; null if they have all.
create function index_generation() returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item name;
  found text;
  definition text;
begin
  for item in select projection_tables_in('next') loop
    select i.relname, replace(pg_get_indexdef(i.oid),
        format(' ON public.%I ', item), format(' ON projection_next.%I ', item))
    into found, definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = format('public.%I', item)::regclass
      and to_regclass(format('projection_next.%I', i.relname)) is null
    order by i.relname
    limit 1;
    if definition is not null then
      execute definition;
      return found;
    end if;
  end loop;
  return null;
end
$$;

-- Collects the statistics of the tables in `projection_next`.
create function analyze_generation() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item name;
begin
  for item in select projection_tables_in('next') loop
    execute format('analyze projection_next.%I', item);
  end loop;
end
$$;

-- Drops the generation in a place: `next` or `previous`.
create function drop_generation(wanted text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item name;
begin
  if wanted not in ('next', 'previous') then
    raise exception 'the live generation is never dropped' using errcode = 'DC010';
  end if;
  for item in
    select relname from pg_class
    where relnamespace = format('projection_%s', wanted)::regnamespace and relkind = 'r'
  loop
    execute format('drop table projection_%s.%I', wanted, item);
  end loop;
  delete from projection_rebuild r
  using projection_generation g where g.place = wanted and r.generation = g.generation;
  update projection_generation set place = 'dropped', changed_at = clock_timestamp()
  where place = wanted;
end
$$;

-- Locks the tables of a switch against every reader and writer, within so many milliseconds in all.
create function lock_generation(wanted text, milliseconds integer) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  until constant timestamptz := clock_timestamp() + milliseconds * interval '1 millisecond';
  item name;
begin
  for item in select projection_tables_in(wanted) loop
    perform set_config('lock_timeout', greatest(1,
      ceil(extract(epoch from until - clock_timestamp()) * 1000)::integer) || 'ms', true);
    execute format('lock table public.%I, projection_%s.%I in access exclusive mode',
      item, wanted, item);
  end loop;
end
$$;

-- Exchanges checkpoints and dead letters of the live projections with those in another place.
create function exchange_progress(wanted text, names text[], is_whole boolean) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  checkpoints consumer_checkpoint[];
  letters dead_letter[];
begin
  checkpoints := array(
    select c from public.consumer_checkpoint c where consumer = 'projections' and generation = 0);
  letters := array(select d from public.dead_letter d where consumer = any(names));
  if is_whole then
    delete from public.consumer_checkpoint where consumer = 'projections' and generation = 0;
    execute format(
      'insert into public.consumer_checkpoint select * from projection_%s.consumer_checkpoint', wanted);
  end if;
  delete from public.dead_letter where consumer = any(names);
  execute format('insert into public.dead_letter select * from projection_%s.dead_letter', wanted);
  execute format('delete from projection_%s.consumer_checkpoint', wanted);
  execute format('delete from projection_%s.dead_letter', wanted);
  execute format(
    'insert into projection_%s.consumer_checkpoint select * from unnest($1)', wanted)
    using checkpoints;
  execute format('insert into projection_%s.dead_letter select * from unnest($1)', wanted)
    using letters;
end
$$;

-- Puts the generation in a place, `next` or `previous`, in the place of the live one, which becomes the previous
-- one. Fails with 55P03 unless it has all locks within so many milliseconds, and with DC011 unless the generation
-- has read at least what the live one has.
create function switch_generation(wanted text, milliseconds integer, author text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  names constant text[] := array(
    select projection from projection_generation where place = wanted order by projection);
  is_whole boolean;
  is_level boolean;
  is_behind boolean;
  item name;
begin
  if wanted not in ('next', 'previous') or names = '{}' then
    raise exception 'there is no % generation', wanted using errcode = 'DC010';
  end if;
  lock table projection_generation in share row exclusive mode;
  is_whole := not exists (
    select from projection_generation where place = 'live' and projection <> all(names));
  perform from public.consumer_checkpoint where consumer = 'projections' order by lane for update;
  execute format(
    'select coalesce(bool_or(s.lane is null or s.position < l.position
         or s.shared_position < l.shared_position), false),
       coalesce(bool_and(s.position is not distinct from l.position
         and s.shared_position is not distinct from l.shared_position), true)
     from (select * from public.consumer_checkpoint
       where consumer = ''projections'' and generation = 0) as l
     full join projection_%s.consumer_checkpoint s using (lane)', wanted)
  into is_behind, is_level;
  if is_behind or not is_whole and not is_level then
    raise exception 'the generation has not read what the live one has' using errcode = 'DC011';
  end if;
  perform lock_generation(wanted, milliseconds);
  -- Nothing else waits for the tables of the place that is emptied.
  if wanted = 'next' then perform drop_generation('previous'); end if;
  perform exchange_progress(wanted, names, is_whole);
  for item in select projection_tables_in(wanted) loop
    execute format('alter table public.%I set schema projection_moving', item);
    execute format('alter table projection_%s.%I set schema public', wanted, item);
    execute format('alter table projection_moving.%I set schema projection_previous', item);
  end loop;
  if wanted = 'next' then
    alter table projection_next.consumer_checkpoint set schema projection_previous;
    alter table projection_next.dead_letter set schema projection_previous;
  end if;
  delete from projection_rebuild r
  using projection_generation g where g.place = wanted and r.generation = g.generation;
  update projection_generation
  set place = case place when wanted then 'live' else 'previous' end,
    accepted_by = case place when wanted then coalesce(author, accepted_by) else accepted_by end,
    phase = null,
    changed_at = clock_timestamp()
  where place in (wanted, 'live') and projection = any(names);
end
$$;

revoke execute on function
  projection_copy_rights(regclass, regclass), begin_generation(text[], integer), index_generation(),
  analyze_generation(), drop_generation(text), lock_generation(text, integer),
  exchange_progress(text, text[], boolean), switch_generation(text, integer, text)
  from public;

-- Returns the bytes that the live tables of projections take, and the folder of the database if this server may
-- tell it.
create function projection_space(names text[], out bytes bigint, out folder text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  select coalesce(sum(pg_total_relation_size(format('public.%I', t.name)::regclass)), 0) into bytes
  from unnest(names) as n(projection) cross join lateral projection_tables(n.projection) as t(name);
  -- An embedded server names its folder by a descriptor of its own.
  select replace(setting, '/proc/self/', format('/proc/%s/', pg_backend_pid())) into folder
  from pg_settings where name = 'data_directory'
    and (inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1');
end
$$;

revoke execute on function projection_space(text[]) from public;
