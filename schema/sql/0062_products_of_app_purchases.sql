-- A publication of an app's prices charges the purchases of the app itself: their chains are found by their
-- product, as those are that depend on a catalog. A log with such purchases is projected again.
select drop_generation('next'), drop_generation('previous');

delete from consumer_checkpoint
where consumer = 'projections' and exists (select from interned_string where text = 'App');
