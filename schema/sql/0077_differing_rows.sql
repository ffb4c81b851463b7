-- The rows of one stream that differ between the live generation and the next one, for a person who judges which side is
-- wrong: each with its key, and with the columns that are compared.
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
