-- The rights of the application's role. The log is written once: the role may insert there and
-- nothing else.

-- A role belongs to the whole cluster: an administrator, another database, or a migration at the
-- same moment may have created it, and this login may be a member already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'daicho_app') then
    create role daicho_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null;
end
$$;
do $$
begin
  if not pg_has_role(current_user, 'daicho_app', 'member') then
    grant daicho_app to current_user;
  end if;
end
$$;

grant usage on schema public to daicho_app;
grant select on all tables in schema public to daicho_app;
grant execute on function extend_partitions() to daicho_app;

-- The log.
grant insert on event, event_key, lane_batch, evidence, word, jws_header, evidence_dictionary
  to daicho_app;

-- Keys and names, which may be forgotten.
grant insert, update, delete on data_key to daicho_app;
grant insert, delete on account_name to daicho_app;

grant insert, update on api_key to daicho_app;

-- Everything that is rebuilt from the log, and the progress of the work.
grant insert, update, delete on
  projection_checkpoint, parked_event, chain, chain_transaction, account_chain, account_alias,
  tenure_chain, service_period, commission_line, commission_customer,
  coin_grant, unpriced_transaction, granting_checkpoint, granting_wait,
  receipt, errand, clerk_checkpoint, chain_watch,
  sweep, refused_notification, history_count, reconciler_lease, backfill, backfill_failure
  to daicho_app;
