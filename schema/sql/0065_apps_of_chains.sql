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
