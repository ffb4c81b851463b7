-- Purchases that are no charge yet: only a receipt, or a source with the app's shared secret, told them,
-- and no price. Apple's signed answer removes them. Reconciliation is not complete while there is one.
create table purchase_without_price (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  environment    text     not null,
  app            text     not null,
  primary key (lane, stream, transaction_id)
);

-- Counts them for each app and environment.
create index purchase_without_price_of_app on purchase_without_price (lane, app, environment);
grant select, insert, update, delete on purchase_without_price to daicho_app;

-- The apps and environments of which a lane ever had a purchase, whatever the settings say now.
create table known_store (
  lane        smallint not null,
  app         text     not null,
  environment text     not null,
  primary key (lane, app, environment)
);
grant select, insert on known_store to daicho_app;

insert into known_store (lane, app, environment)
select distinct lane, app, environment from reconciliation_cursor;

-- A log with such purchases is projected again, and so is one in which the purchase of the app itself, of
-- which no source tells a price, was counted as a charge.
delete from consumer_checkpoint
where consumer = 'projections'
  and (exists (select from event where trust < 2 and type = 1)
    or exists (select from commission_line where product_type = 'App'));
