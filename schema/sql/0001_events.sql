-- The event store: what Apple told us and what we decided, append-only.

-- One row: how many lanes the streams are spread over, fixed when the ledger is founded.
-- Lane 0 stands beside them and holds what every rule reads.
create table installation (
  singleton  boolean     primary key default true,
  lanes      smallint    not null,
  epoch      uuid        not null,
  founded_at timestamptz not null default now(),
  constraint installation_is_one_row check (singleton),
  constraint lanes_positive check (lanes between 1 and 1024)
);

-- A dictionary of recurring words (apps, products, currencies, Apple's enumerations), so that event
-- rows stay narrow and an unknown word of tomorrow is kept as it came. Written before the events
-- that use it and never changed.
create table word (
  id   integer primary key,
  text text    not null,
  constraint word_once unique (text)
);

-- What rules read. `position` counts 1, 2, 3 … within a lane, without gaps, given out under the
-- lane's lock, so that rows become visible in order: `position > checkpoint` misses nothing.
-- `stream` is half a SHA-256 of the stream's name. Partitioned by position, which is by time.
create table event (
  lane                    smallint    not null,
  position                bigint      not null,
  stream                  uuid        not null,
  asserted_at             timestamptz not null,
  recorded_at             timestamptz not null,
  type                    smallint    not null,
  schema_version          smallint    not null,
  trust                   smallint    not null,
  -- two bits a field group: 0 silent, 1 absent, 2 present
  asserted_groups         smallint    not null,
  -- two bits a flag: 0 unknown, 1 false, 2 true
  flags                   smallint    not null,
  -- words
  environment             integer     not null,
  app                     integer,
  product                 integer,
  product_type            integer,
  subscription_group      integer,
  ownership               integer,
  reason                  integer,
  storefront              integer,
  storefront_id           integer,
  currency                integer,
  billing_plan            integer,
  offer_identifier        integer,
  offer_discount          integer,
  offer_period            integer,
  revocation_type         integer,
  auto_renew_product      integer,
  notification_type       integer,
  notification_subtype    integer,
  -- Apple's numbers
  quantity                integer,
  offer_type              integer,
  revocation_reason       integer,
  revocation_percentage   integer,
  expiration_intent       integer,
  price_increase_status   integer,
  status                  integer,
  price                   bigint,
  purchase_at             timestamptz,
  original_purchase_at    timestamptz,
  expires_at              timestamptz,
  revoked_at              timestamptz,
  renewal_at              timestamptz,
  grace_expires_at        timestamptz,
  account_token           uuid,
  notification            uuid,
  digest                  bytea       not null,
  -- the event of this lane that brought the bytes this one rests on, maybe itself
  evidence                bigint,
  -- the event of this lane whose content was said again, and is not repeated here
  reasserts               bigint,
  -- the stream of the account that was decided for; names are kept sealed, apart
  account                 uuid,
  original_transaction_id text,
  transaction_id          text,
  app_transaction_id      text,
  web_order_line_item_id  text,
  extra                   json,
  primary key (lane, position)
) partition by range (position);

create index event_of_stream on event (lane, stream, position);

-- What was said once is stored once, for ever. The key is half a digest of what was said and starts
-- with a moment that belongs to it, so that new ones go to the right edge of the index; what has no
-- such moment, messages known by Apple's UUID alone, shares the first one.
create table event_key (
  lane        smallint    not null,
  moment      timestamptz not null,
  -- when the event was asserted, so that a copy is told from a reassertion without reading it
  asserted_at timestamptz not null,
  position    bigint      not null,
  key         uuid        not null,
  primary key (lane, moment, key)
);

-- One row per lane and commit: the root over its events' digests in order, chained to the row
-- before, with the moment that all its events bear. Its last row is the lane's head; its primary key
-- fences off a writer that computed from an older head.
create table lane_batch (
  lane           smallint    not null,
  first_position bigint      not null,
  last_position  bigint      not null,
  root           bytea       not null,
  chain          bytea       not null,
  recorded_at    timestamptz not null,
  primary key (lane, first_position),
  constraint batch_not_empty check (last_position >= first_position)
);

-- The bytes received, kept for ever, beside the first event of the lane that rests on them. The body
-- is packed and sealed; the digest is over the body as it stands here, and part of the event's leaf in
-- the root, so that nothing is broken when a key is destroyed.
create table evidence (
  lane     smallint not null,
  position bigint   not null,
  digest   bytea    not null,
  body     bytea    not null,
  primary key (lane, position)
) partition by range (position);
alter table evidence alter column body set storage main;

-- Refuses what the log never does, whoever asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'DC001';
end
$$;

create trigger is_append_only before update or delete on event
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on evidence
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on event_key
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on lane_batch
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on word
  for each row execute function refuse_change();
create trigger is_not_emptied before truncate on event
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on evidence
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on event_key
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on lane_batch
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on word
  for each statement execute function refuse_change();

-- Makes the partitions that the next two times 16,777,216 positions of the farthest lane need, and
-- tells how many were missing. They are attached, which blocks neither readers nor writers.
create function extend_partitions() returns integer
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
           for each statement execute function refuse_change()', part);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
revoke execute on function extend_partitions() from public;

select extend_partitions();
