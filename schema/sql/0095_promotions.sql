-- Promotional entitlements are given by a person and no transaction of Apple's tells them, so they are read by
-- their account.
create table account_promotion (
  lane             smallint    not null,
  -- the stream of the account to which it was given
  stream           uuid        not null,
  promotion        uuid        not null,
  -- the product that it opens, or the name that products unlock
  product          text,
  name             text,
  type             text        not null,
  granted_at       timestamptz not null,
  until            timestamptz not null,
  -- the event that granted it
  granted_position bigint      not null,
  -- null while it was not withdrawn
  withdrawn_at     timestamptz,
  primary key (lane, stream, promotion),
  constraint product_or_name check (num_nulls(product, name) = 1)
);

create or replace function projection_tables(projection text) returns setof name
language sql immutable as $$
  select unnest(case projection
    when 'chains' then '{chain,chain_transaction,account_chain,account_naming,account_promotion}'
    when 'tenure' then '{tenure_chain,service_period}'
    when 'commission' then
      '{commission_line,commission_customer,commission_product,purchase_without_price,journal_entry}'
    when 'grants' then '{coin_grant,unpriced_transaction}'
  end::name[])
$$;

-- No event of before tells of a promotion: a generation that was built by then has an empty table.
do $$
declare
  wanted text;
begin
  for wanted in
    select distinct place from projection_generation
    where projection = 'chains' and place in ('next', 'previous')
  loop
    execute format(
      'create table projection_%s.account_promotion (like public.account_promotion including all)',
      wanted);
  end loop;
end
$$;
