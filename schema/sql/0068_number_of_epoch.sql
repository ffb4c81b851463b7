-- The number of the epoch, which grows with each restore, whichever backup it was of. Games compare grants by it.
alter table installation add column epoch_number bigint not null default 0;
