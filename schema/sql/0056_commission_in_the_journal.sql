-- Each entry of the journal has the rate of its charge, so that amounts of two rates are never subtracted
-- from one another, and the effect of tenure on the commission. Rows of before have neither: a log with
-- charges is projected again.
select drop_generation('next'), drop_generation('previous');

-- in thousandths, what the charge would have had otherwise: in a first year, if accrued service lowered
-- the rate; after a year, if only a lapse kept the charge from it; null if it is the same
alter table commission_line add column rate_otherwise smallint;

alter table journal_entry
  -- in thousandths, with the reason; null if no row of the terms applied
  add column rate       smallint,
  add column reason     text,
  -- milliunits of the currency: the commission that accrued service saved, and that a lapse cost
  add column saved      bigint not null default 0,
  add column lapse_cost bigint not null default 0;
alter table journal_entry alter column saved drop default, alter column lapse_cost drop default;

delete from consumer_checkpoint
where consumer = 'projections' and exists (select from commission_line);
