-- Returns the statements that make the application's role and bring its rights to exactly these, in order; none if
-- all is as it must be. Each ledger of a cluster has a role of its own, named after its database. A dump has no
-- role, and a copy of the database has that of another.

-- The rights on each table, with the columns where they are not on all of them. Whatever is not here, the
-- application may not do.
with wanted(privileges, columns, tables) as (values
  ('SELECT', '', $tables$
    account_chain account_name account_naming account_promotion api_key apple_file backfill backfill_failure chain
    chain_transaction
    coin_grant commission_customer commission_line commission_product consumer_checkpoint data_key dead_letter
    destroyed_data_key event event_key event_readable event_type evidence evidence_dictionary grant_key
    granting_backfill granting_wait history_count installation interned_string job journal_entry jws_header
    known_store lane lane_batch lost_data_key master_key notification_reach period_close period_deferred
    period_report period_total projection_generation projection_rebuild purchase_without_price receipt
    reconciler_lease reconciliation_cursor refused_grant notification_rejection rejected_notification running_server
    schema_migration service_period sweep tenure_chain unpriced_transaction
  $tables$),
  -- The log, and what is kept: written once.
  ('INSERT', '', $tables$
    api_key apple_file coin_grant data_key event event_key evidence evidence_dictionary grant_key interned_string
    jws_header known_store lane_batch master_key period_close period_deferred period_report period_total
  $tables$),
  ('UPDATE', 'last_used_at revoked_at', 'api_key'),
  ('UPDATE', 'master_key wrapped', 'data_key'),
  ('UPDATE', 'phase', 'projection_generation'),
  ('UPDATE', $columns$
    account amount product quantity granted_at made_position revoked_amount acknowledged_at state booked_amount
    changed_position delivered_elsewhere
  $columns$, 'coin_grant'),
  ('INSERT DELETE', '', 'account_name journal_entry'),
  ('INSERT UPDATE', '', 'notification_reach'),
  -- What is rebuilt from the log, and the progress of the work.
  ('INSERT UPDATE DELETE', '', $tables$
    account_chain account_naming account_promotion backfill backfill_failure chain chain_transaction
    commission_customer
    commission_line commission_product consumer_checkpoint dead_letter granting_backfill granting_wait
    history_count job projection_rebuild purchase_without_price receipt reconciler_lease reconciliation_cursor
    refused_grant notification_rejection rejected_notification running_server service_period sweep tenure_chain
    unpriced_transaction
  $tables$)
),
-- The functions that act with the rights of the owner. Nobody else may execute them.
definer(name, is_ours) as (
  select p.oid::regprocedure::text, p.prosecdef
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and (p.prosecdef
      or p.proname in ('projection_copy_rights', 'lock_generation', 'exchange_progress'))
),
-- Names of databases that are too long for a role go by their digest.
role as (
  select case when octet_length(current_database()) <= 52 then 'daicho_app_' || current_database()
    else 'daicho_app_' || md5(current_database()) end as name
),
aim(kind, object, columns, privilege) as (
  select 'table', format('%I.%I', n.nspname, c.relname), array_to_string(array(
      select quote_ident(x) from regexp_split_to_table(trim(w.columns, E' \n'), '\s+') as x
      where x <> '' order by 1), ', '), p
  from wanted w
  cross join lateral regexp_split_to_table(w.privileges, '\s+') as p
  cross join lateral regexp_split_to_table(trim(w.tables, E' \n'), '\s+') as t
  join pg_class c on c.relname = t and c.relkind in ('r', 'p', 'v')
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'projection_next', 'projection_previous')
  union all
  select 'schema', quote_ident(nspname), '', 'USAGE'
  from pg_namespace where nspname in ('public', 'projection_next', 'projection_previous')
  union all
  select 'function', name, '', 'EXECUTE' from definer where is_ours
),
-- The rights that roles of this and of other ledgers have here, and the functions that all may execute.
has(grantee, kind, object, columns, privilege) as (
  select a.grantee, 'table', format('%I.%I', n.nspname, c.relname), '', a.privilege_type
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral aclexplode(c.relacl) as a
  where n.nspname in ('public', 'projection_next', 'projection_previous', 'projection_moving')
  union all
  select a.grantee, 'table', format('%I.%I', n.nspname, c.relname),
    string_agg(quote_ident(t.attname), ', ' order by quote_ident(t.attname)), a.privilege_type
  from pg_attribute t
  join pg_class c on c.oid = t.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral aclexplode(t.attacl) as a
  where n.nspname in ('public', 'projection_next', 'projection_previous', 'projection_moving')
  group by a.grantee, n.nspname, c.relname, a.privilege_type
  union all
  select a.grantee, 'schema', quote_ident(n.nspname), '', a.privilege_type
  from pg_namespace n cross join lateral aclexplode(n.nspacl) as a
  where n.nspname in ('public', 'projection_next', 'projection_previous', 'projection_moving')
  union all
  select a.grantee, 'function', p.oid::regprocedure::text, '', a.privilege_type
  from pg_proc p
  cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
  where p.pronamespace = 'public'::regnamespace
),
ours as (
  select h.kind, h.object, h.columns, h.privilege
  from has h join pg_roles r on r.oid = h.grantee join role on role.name = r.rolname
),
-- The roles of other ledgers, which a copy of a database brings along.
others as (
  select r.oid, r.rolname
  from pg_roles r cross join role
  where r.rolname <> role.name and starts_with(r.rolname, 'daicho_app_')
),
statement(step, sql) as (
  select 1, format('create role %I nologin', name) from role
  where not exists (select from pg_roles where rolname = name)
  union all
  select 2, format('grant %I to %I', role.name, current_user) from role
  where not exists (select from pg_roles where rolname = role.name)
    or not pg_has_role(current_user, role.name, 'MEMBER')
  union all
  select 3, format('revoke %s%s on %s%s from %I', h.privilege,
      coalesce(' (' || nullif(h.columns, '') || ')', ''), nullif(h.kind, 'table') || ' ', h.object, o.rolname)
  from has h join others o on o.oid = h.grantee
  union all
  select 4, format('revoke execute on function %s from public', d.name)
  from definer d join has h on h.kind = 'function' and h.object = d.name and h.grantee = 0
  union all
  select 5, format('revoke %s%s on %s%s from %I', x.privilege,
      coalesce(' (' || nullif(x.columns, '') || ')', ''), nullif(x.kind, 'table') || ' ', x.object, role.name)
  from (select * from ours except select * from aim) as x cross join role
  union all
  select 6, format('grant %s%s on %s%s to %I', x.privilege,
      coalesce(' (' || nullif(x.columns, '') || ')', ''), nullif(x.kind, 'table') || ' ', x.object, role.name)
  from (select * from aim except select * from ours) as x cross join role
  union all
  select 7, format(
      'create or replace function public.application_role() returns text language sql immutable as %L',
      format('select %L::text', role.name))
  from role
  where not exists (
    select from pg_proc p
    where p.oid = to_regprocedure('public.application_role()')
      and p.prosrc = format('select %L::text', role.name))
)
select sql from statement order by step, sql
