-- The reason of a pause, and the pause by the application: it may pause the ledger, never unpause it.
alter table installation add column paused_because text;

create function pause_ledger(reason text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update installation
  set paused_since = coalesce(paused_since, clock_timestamp()),
    paused_because = coalesce(paused_because, reason)
$$;

revoke execute on function pause_ledger(text) from public;
grant execute on function pause_ledger(text) to daicho_app;
