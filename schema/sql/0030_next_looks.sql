-- The moment of the next look at a subscription whose renewal is due; null where nothing is to be looked for. Every
-- look moves it, so that no chain stays first. The look waits half a minute for Apple's own report.
alter table reconciliation_cursor add column next_look_at timestamptz;

update reconciliation_cursor
set next_look_at = expires_at + interval '30 seconds'
where expires_at is distinct from settled_for;

drop index reconciliation_cursor_expired;

create index reconciliation_cursor_next_look on reconciliation_cursor (lane, app, next_look_at)
  where next_look_at is not null;
