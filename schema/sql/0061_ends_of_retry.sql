-- Keeps with each period of service the moment at which Apple told that it tries no longer to collect the price of
-- a next one, by which the comparison with Apple's files counts subscriptions in billing retry.
select drop_generation('next'), drop_generation('previous');

-- null where Apple told no end of a retry
alter table service_period add column retry_until timestamptz;

-- A log with subscriptions is projected again.
delete from consumer_checkpoint
where consumer = 'projections' and exists (select from tenure_chain);
