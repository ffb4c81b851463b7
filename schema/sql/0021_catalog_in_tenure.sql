-- The catalog tells the group and the length of a subscription where Apple did not, so that a catalog
-- published later concerns the chains that ask for its products. Forecasts know whether renewals are
-- switched off, charged ahead or owed by a commitment. The rows are made anew from the log.
truncate tenure_chain, service_period, commission_line, commission_customer;
delete from projection_checkpoint where projection in ('tenure', 'commission');

alter table tenure_chain
  -- false where the renewal's price is that of an offer
  add column renewal_is_regular boolean not null,
  add column auto_renew boolean,
  -- the products of which a catalog tells the group or the length
  add column products_to_look_up text[] not null;

create index tenure_chain_to_look_up on tenure_chain (lane, app, stream)
  where products_to_look_up <> '{}';

alter table service_period
  add column is_offer_untold boolean not null,
  -- the moment at which Apple first told a period that had not begun; null for any other
  add column charged_ahead_at timestamptz,
  add column committed_until timestamptz;

alter table commission_line
  -- true where the days of the period, or Apple's rate, are uncertain
  add column is_uncertain boolean not null,
  add column is_rate_uncertain boolean not null;

-- The chains whose charges depend on a product of the catalog.
create table commission_product (
  lane    smallint not null,
  stream  uuid     not null,
  app     text     not null,
  product text     not null,
  primary key (lane, app, product, stream)
);
create index commission_product_stream on commission_product (lane, stream);
grant select, insert, update, delete on commission_product to daicho_app;
