-- A chain is of one app: the same number in another app is another chain, with a stream, keys and grants of
-- its own. The streams of a log from before have no app in their names, and a log never changes, so that
-- such a ledger is refused.
do $$
begin
  if exists (select from lane_batch where lane > 0) then
    raise exception using errcode = 'DC012', message =
      'this ledger was written before chains had an app, and no program from now on reads it: '
      'begin with another database, and fill it with `daicho ingest` and `daicho backfill`';
  end if;
end
$$;

select drop_generation('next'), drop_generation('previous');

alter table chain add column app text not null;
alter table account_chain add column app text not null;

alter table commission_customer add column app text not null;
-- The chains of one customer have a name in common: Apple's identifier of the customer, or the original
-- transaction id of a chain, which the chain itself and its successor have.
alter table commission_customer drop constraint commission_customer_pkey;
drop index commission_customer_by_name;
alter table commission_customer rename column app_transaction_id to name;
alter table commission_customer add column is_chain boolean not null;
alter table commission_customer
  add primary key (lane, stream, subscription_group, name, is_chain);
create index commission_customer_by_name on commission_customer (lane, name, app, environment);
alter table tenure_chain add column replaced_chains text[] not null;

alter table tenure_chain alter column app set not null;
alter table commission_line alter column app set not null;
alter table journal_entry alter column app set not null;

-- A month of a commitment is a month long, in the last one too, though the product is sold by the year.
alter table service_period add column is_billed_monthly boolean not null;
-- null where Apple did not tell how the next period is billed
alter table tenure_chain add column renewal_is_monthly boolean;

-- A commission is an amount of the price without tax, which the journal has.
alter table commission_line drop column commission;

-- The grants of the whole ledger by their ids, which have no chain in them: a transaction that Apple tells
-- under two chains is granted in the one that was decided first. `lane` follows from the id, not from the chain,
-- so that the key is unique in the whole ledger and yet begins with the lane, by which tables may be
-- distributed. The other columns name the chain and the event of the first decision.
create table grant_key (
  lane       smallint not null,
  event_lane smallint not null,
  position   bigint   not null,
  id         uuid     not null,
  stream     uuid     not null,
  primary key (lane, id)
);
create trigger is_append_only before update or delete on grant_key
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on grant_key
  for each statement execute function reject_change();
grant select, insert on grant_key to daicho_app;

-- The grants that the granter proposed and the key above refused, as it last met their chains.
create table refused_grant (
  lane                    smallint not null,
  stream                  uuid     not null,
  id                      uuid     not null,
  app                     text     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  transaction_id          text     not null,
  -- the first transaction of the chain that has the grant
  granted_in              text     not null,
  primary key (lane, stream, id)
);
grant select, insert, update, delete on refused_grant to daicho_app;
