-- The comparison of two generations, and of the rows before and after a repair.

-- Returns the columns of a table that are compared. The position that told a name is left out.
create function compared_columns(item name) returns text
language sql stable set search_path = public, pg_temp as $$
  select string_agg(format('%I', attname), ', ' order by attnum)
  from pg_attribute
  where attrelid = format('projection_next.%I', item)::regclass and attnum > 0
    and not attisdropped and attname <> 'told_position'
$$;

-- Counts the rows that the live generation and the next one have of a table in a lane, and compares them.
create function compare_generation(
  item name, wanted_lane smallint, out live_rows bigint, out next_rows bigint, out is_equal boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  columns constant text := compared_columns(item);
  digests bigint[];
begin
  execute format(
    'select l.n, x.n, array[l.digest, x.digest]
     from (select count(*) as n, coalesce(bit_xor(hashtextextended(row(%1$s)::text, 0)), 0) as digest
       from public.%2$I where lane = $1) as l,
     (select count(*) as n, coalesce(bit_xor(hashtextextended(row(%1$s)::text, 0)), 0) as digest
       from projection_next.%2$I where lane = $1) as x', columns, item)
  into live_rows, next_rows, digests using wanted_lane;
  is_equal := live_rows = next_rows and digests[1] = digests[2];
end
$$;

-- Returns the streams of a lane with rows in a table that differ between the live generation and the next one, in
-- order.
create function differing_streams(item name, wanted_lane smallint, at_most bigint)
returns setof uuid
language plpgsql stable set search_path = public, pg_temp as $$
declare
  columns constant text := compared_columns(item);
  stream constant text := (
    select max(attname) from pg_attribute
    where attrelid = format('projection_next.%I', item)::regclass
      and attname in ('stream', 'account_stream'));
begin
  return query execute format(
    'with live as (select %3$I as stream, row(%1$s)::text as content from public.%2$I where lane = $1),
       following as (
         select %3$I as stream, row(%1$s)::text as content from projection_next.%2$I where lane = $1)
     select distinct d.stream
     from ((select * from live except select * from following)
       union all (select * from following except select * from live)) as d
     order by d.stream limit $2', columns, item, stream)
  using wanted_lane, at_most;
end
$$;

-- Returns the rows of one stream that differ between the live generation and the next one, each with its key and
-- the columns that are compared. A person judges by them which side is wrong.
create function differing_rows(item name, wanted_lane smallint, wanted_stream uuid, at_most bigint)
returns table (is_live boolean, key text, content text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  columns constant text := compared_columns(item);
  stream constant text := (
    select max(attname) from pg_attribute
    where attrelid = format('projection_next.%I', item)::regclass
      and attname in ('stream', 'account_stream'));
  keys constant text := (
    select string_agg(format('%I', a.attname), ', ' order by k.place)
    from pg_index i
    cross join unnest(i.indkey::smallint[]) with ordinality as k(attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = format('public.%I', item)::regclass and i.indisprimary);
begin
  return query execute format(
    'with live as (
         select row(%4$s)::text as key, to_jsonb((select c from (select %1$s) as c))::text as content
         from public.%2$I where lane = $1 and %3$I = $2),
       following as (
         select row(%4$s)::text as key, to_jsonb((select c from (select %1$s) as c))::text as content
         from projection_next.%2$I where lane = $1 and %3$I = $2)
    select d.is_live, d.key, d.content
    from (
      select true as is_live, l.* from (select * from live except select * from following) as l
      union all
      select false, f.* from (select * from following except select * from live) as f) as d
    order by d.key, d.is_live desc limit $3', columns, item, stream, coalesce(keys, stream))
  using wanted_lane, wanted_stream, at_most;
end
$$;

-- Returns the rows that the live projections have of one stream, each with its key. A repair compares them before
-- and after.
create function projected_rows(item name, wanted_lane smallint, wanted_stream uuid)
returns table (key text, content text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  columns constant text := (
    select string_agg(format('%I', attname), ', ' order by attnum)
    from pg_attribute
    where attrelid = format('public.%I', item)::regclass and attnum > 0 and not attisdropped
      and attname not in ('lane', 'stream', 'account_stream', 'told_position'));
  stream constant text := (
    select max(attname) from pg_attribute
    where attrelid = format('public.%I', item)::regclass
      and attname in ('stream', 'account_stream'));
  keys constant text := (
    select string_agg(format('%I', a.attname), ', ' order by k.place)
    from pg_index i
    cross join unnest(i.indkey::smallint[]) with ordinality as k(attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = format('public.%I', item)::regclass and i.indisprimary);
begin
  return query execute format(
    'select row(%3$s)::text, to_jsonb((select c from (select %1$s) as c))::text
     from public.%2$I where lane = $1 and %4$I = $2 order by 1',
    columns, item, coalesce(keys, stream), stream)
  using wanted_lane, wanted_stream;
end
$$;
