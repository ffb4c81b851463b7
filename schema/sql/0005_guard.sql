-- Who may do what. Events, their keys, batches and evidence are written once: the application's role
-- is given no more than INSERT there; triggers refuse everybody else.

-- The role is the cluster's: an administrator, another database, or a migration at this moment may
-- have made it, and this login may be a member already.
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
grant insert on event, event_key, lane_batch, evidence, word, jws_header, evidence_dictionary
  to daicho_app;
grant insert, update, delete on data_key to daicho_app;
grant insert, delete on account_name to daicho_app;
grant insert, update on api_key to daicho_app;
grant insert, update, delete on
  projection_checkpoint, parked_event, chain, chain_transaction, account_chain to daicho_app;
grant execute on function extend_partitions() to daicho_app;
