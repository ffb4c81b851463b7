-- Plain words for tables and columns. Nothing stored changes: only names do.

-- The installation and its reference tables.
alter table installation rename column founded_at to created_at;
alter table installation rename column held_since to paused_since;

alter table word rename to interned_string;
alter index word_pkey rename to interned_string_pkey;
alter table interned_string rename constraint word_once to interned_string_once;

alter table event_type rename column word to name;

-- Evidence.
alter table evidence rename column body to sealed;
alter table evidence_dictionary rename column body to bytes;

-- The log stays append-only. A trigger follows the renamed function; the text of the function that
-- creates partitions does not.
alter function refuse_change() rename to reject_change;

create or replace function extend_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  size constant bigint := 16777216;
  head bigint;
  parent text;
  part text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(1701209712, 0);
  select coalesce(max(h.last_position), 0) into head
  from installation i
  cross join generate_series(0, i.lanes) as l(lane)
  cross join lateral (
    select b.last_position from lane_batch b
    where b.lane = l.lane order by b.first_position desc limit 1
  ) as h;
  foreach parent in array array['event', 'evidence'] loop
    for n in 0 .. head / size + 2 loop
      part := parent || '_p' || n;
      continue when to_regclass(part) is not null;
      execute format(
        'create table %I (like %I including defaults including constraints including storage)',
        part, parent);
      if parent = 'evidence' then
        execute format('alter table %I set (toast_tuple_target = 8160)', part);
      end if;
      execute format(
        'alter table %I attach partition %I for values from (%s) to (%s)', parent, part,
        case when n = 0 then 'minvalue' else (n * size)::text end, (n + 1) * size);
      execute format(
        'create trigger is_not_emptied before truncate on %I
           for each statement execute function reject_change()', part);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;

-- Projections.
alter table projection_checkpoint rename column commons_position to shared_position;

alter table parked_event rename to dead_letter;
alter table dead_letter rename column parked_at to dead_lettered_at;
alter index parked_event_pkey rename to dead_letter_pkey;

-- Grants.
alter table unpriced_transaction rename column delivered_elsewhere to granted_externally;
alter table granting_checkpoint rename column commons_position to shared_position;

-- The outbox.
alter table errand rename to job;
alter index errand_pkey rename to job_pkey;
alter index errand_due rename to job_due;
alter index errand_due_of_app rename to job_due_of_app;
alter index errand_of_account rename to job_of_account;
alter index errand_of_key rename to job_of_key;
alter index errand_in_order rename to job_in_order;

alter table clerk_checkpoint rename to job_producer_checkpoint;
alter index clerk_checkpoint_pkey rename to job_producer_checkpoint_pkey;

-- Reconciliation.
alter table chain_watch rename to reconciliation_cursor;
alter index chain_watch_pkey rename to reconciliation_cursor_pkey;
alter index chain_watch_expired rename to reconciliation_cursor_expired;
alter index chain_watch_oldest rename to reconciliation_cursor_oldest;

alter table refused_notification rename to rejected_notification;
alter table rejected_notification rename column refused_at to rejected_at;
alter index refused_notification_pkey rename to rejected_notification_pkey;

alter table sweep rename column refused to rejected;
alter table history_count rename column refused to rejected;
alter table backfill rename column refused to rejected;

-- The view is declared again, so that its text bears the new names.
create or replace view event_readable as
select
  e.lane || '-' || e.position as id,
  coalesce((select name from event_type where type = e.type), e.type::text) as type,
  e.asserted_at, e.recorded_at,
  case e.trust when 2 then 'signed' when 1 then 'receipt' when 0 then 'shared secret' end as trust,
  (select text from interned_string where id = e.environment) as environment,
  (select text from interned_string where id = e.app) as app,
  e.original_transaction_id, e.transaction_id,
  (select text from interned_string where id = e.product) as product,
  (select text from interned_string where id = e.product_type) as product_type,
  (select text from interned_string where id = e.subscription_group) as subscription_group,
  e.purchase_at, e.expires_at, e.revoked_at, e.renewal_at, e.grace_expires_at,
  e.price, (select text from interned_string where id = e.currency) as currency,
  (select text from interned_string where id = e.storefront) as storefront,
  e.quantity,
  (select text from interned_string where id = e.ownership) as ownership,
  (select text from interned_string where id = e.reason) as reason,
  e.offer_type,
  (select text from interned_string where id = e.offer_identifier) as offer_identifier,
  (select text from interned_string where id = e.offer_discount) as offer_discount,
  (select text from interned_string where id = e.auto_renew_product) as auto_renew_product,
  (select text from interned_string where id = e.revocation_type) as revocation_type,
  e.revocation_reason, e.revocation_percentage, e.expiration_intent, e.price_increase_status,
  e.status,
  (select text from interned_string where id = e.notification_type) as notification_type,
  (select text from interned_string where id = e.notification_subtype) as notification_subtype,
  e.notification as notification_uuid, e.account_token, e.account, e.app_transaction_id,
  e.web_order_line_item_id, e.extra,
  e.lane || '-' || e.reasserts as reasserts, e.lane || '-' || e.evidence as evidence,
  e.lane, e.position, e.stream
from event e;
