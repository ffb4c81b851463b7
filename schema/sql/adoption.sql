-- Brings a ledger of the numbered migrations to the one schema, which replaced them. No row is touched: the column
-- is null in every log that this program reads, and the states that the function left out are in none.
alter table installation drop column former_keys_until;

create or replace function compared_columns(item name) returns text
language sql stable set search_path = public, pg_temp as $$
  select string_agg(format('%I', attname), ', ' order by attnum)
  from pg_attribute
  where attrelid = format('projection_next.%I', item)::regclass and attnum > 0
    and not attisdropped and attname <> 'told_position'
$$;
