-- The journal of money, in double entry: a charge, a refund, the return of an upgrade or a reversal. It is
-- written with the commission lines from which it follows, as part of the same projection. Entries are
-- only added; what turns out differently is a further entry that names the one it adjusts.
select drop_generation('next'), drop_generation('previous');

create table journal_entry (
  lane                    smallint    not null,
  stream                  uuid        not null,
  -- 1, 2, 3 within the chain
  number                  integer     not null,
  -- charge, refund, upgrade or reversal
  kind                    text        not null,
  environment             text        not null,
  app                     text,
  original_transaction_id text        not null,
  transaction_id          text        not null,
  product                 text        not null,
  product_type            text        not null,
  subscription_group      text,
  storefront              text,
  currency                text        not null,
  -- the day of the charge, the refund, the replacement or the reversal, by Apple's word
  occurred_at             timestamptz not null,
  learnt_at               timestamptz not null,
  -- milliunits of the currency: the price, the tax estimated in it, and the commission on the rest
  price                   bigint      not null,
  tax                     bigint      not null,
  commission              bigint      not null,
  -- 1 for a new charge, refund and so on, -1 for one that is taken out, 0 for a difference
  count                   smallint    not null,
  -- the time over which the price is earned; null if it is earned at once
  service_start           timestamptz,
  service_end             timestamptz,
  -- the number of the entry that this one adjusts
  adjusts                 integer,
  -- the event that caused the entry
  because_lane            smallint    not null,
  because_position        bigint      not null,
  -- all events from which it follows, as 1-20 1-35
  because                 text        not null,
  primary key (lane, stream, number)
);
create index journal_entry_occurred on journal_entry (lane, occurred_at);
create index journal_entry_learnt on journal_entry (lane, learnt_at);
grant select, insert, delete on journal_entry to daicho_app;

create or replace function projection_tables(projection text) returns setof name
language sql immutable as $$
  select unnest(case projection
    when 'chains' then '{chain,chain_transaction,account_chain,account_naming}'
    when 'tenure' then '{tenure_chain,service_period}'
    when 'commission' then
      '{commission_line,commission_customer,commission_product,purchase_without_price,journal_entry}'
    when 'grants' then '{coin_grant,unpriced_transaction}'
  end::name[])
$$;

-- A log with charges is projected again.
delete from consumer_checkpoint
where consumer = 'projections' and exists (select from commission_line);
