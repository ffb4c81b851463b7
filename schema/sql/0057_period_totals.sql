-- The sums by which each period was closed. When a program with other rules makes the journal anew, the
-- difference from these sums is an adjustment of the first open day. Rows are only added.

-- the number of the rules by which the period was closed; null if its sums were not stored
alter table period_close add column rules integer;

create table period_total (
  app                text     not null,
  environment        text     not null,
  ends_at            timestamptz not null,
  -- 1, 2, 3 within the period
  number             integer  not null,
  -- charge, refund, upgrade or reversal
  kind               text     not null,
  -- time: it belongs to the period; late: to an earlier one; rules: only a change of the rules made it
  origin             text     not null,
  product            text     not null,
  subscription_group text,
  storefront         text,
  currency           text     not null,
  -- in thousandths, with the reason; null if no row of the terms applied
  rate               smallint,
  reason             text,
  -- true if the price is earned over a time
  is_deferred        boolean  not null,
  count              bigint   not null,
  -- milliunits of the currency
  price              numeric  not null,
  tax                numeric  not null,
  commission         numeric  not null,
  saved              numeric  not null,
  lapse_cost         numeric  not null,
  primary key (app, environment, ends_at, number),
  constraint origin_known check (origin in ('time', 'late', 'rules'))
);

create table period_deferred (
  app                text     not null,
  environment        text     not null,
  ends_at            timestamptz not null,
  -- 1, 2, 3 within the period
  number             integer  not null,
  product            text     not null,
  subscription_group text,
  storefront         text,
  currency           text     not null,
  -- milliunits of the currency
  opening            numeric  not null,
  billed             numeric  not null,
  recognized         numeric  not null,
  refunded           numeric  not null,
  -- the part that only a change of the rules made: of what was recognized and refunded in closed
  -- periods, and of the debt
  recognized_by_rules numeric not null,
  refunded_by_rules  numeric  not null,
  by_rules           numeric  not null,
  closing            numeric  not null,
  primary key (app, environment, ends_at, number)
);
grant select, insert on period_total, period_deferred to daicho_app;
