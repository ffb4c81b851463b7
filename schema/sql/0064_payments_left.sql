-- Keeps with each period of a commitment the payments that follow it, which the report of deferred revenue
-- shows beside what is owed.
select drop_generation('next'), drop_generation('previous');

-- null outside a commitment and in its last period
alter table service_period add column payments_left smallint;
-- the price of these payments in milliunits of the currency; null if no price is known
alter table service_period add column committed_price bigint;
create index service_period_committed on service_period (lane, stream) where payments_left is not null;

-- of the commitments that ran at the end of a closed period; zero in those closed before
alter table period_deferred add column committed_months bigint not null default 0;
alter table period_deferred add column committed numeric not null default 0;

-- A log with subscriptions is projected again.
delete from consumer_checkpoint
where consumer = 'projections' and exists (select from tenure_chain);
