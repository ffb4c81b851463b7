-- The rows that the live projections have of one stream, each with its key: what a repair compares before and after.
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
