-- A period can be closed by force while events cannot be read. When they are processed later, the books of that
-- time differ from the sums of its close, and the difference is booked on the first open day.
alter table period_close add column left_out bigint not null default 0;
