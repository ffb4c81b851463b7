-- Keeps with each period of service the reason that Apple told for its end, which the reports of
-- subscribers count.
select drop_generation('next'), drop_generation('previous');

-- choice, billing, priceIncrease, unavailable or other; null where nothing was told
alter table service_period add column end_reason text;

-- A log with subscriptions is projected again.
delete from consumer_checkpoint
where consumer = 'projections' and exists (select from tenure_chain);
