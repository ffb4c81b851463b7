-- A grant of a purchase from before the cut-over date, whose coins were delivered elsewhere.
alter table coin_grant add column delivered_elsewhere boolean not null default false;
