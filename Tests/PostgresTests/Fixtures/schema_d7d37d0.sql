-- migration: 0001_events.sql
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
-- migration: 0002_access.sql
-- Who may call the API. A reference table: small, without a lane, the same on every node.
-- Of a key only a digest is kept, so that a copy of the database opens no door.
create table api_key (
  id         text        primary key,
  name       text        not null,
  scopes     text[]      not null,
  digest     bytea       not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint scopes_not_empty check (cardinality(scopes) > 0),
  constraint digest_is_sha256 check (octet_length(digest) = 32)
);
-- migration: 0003_chains.sql
-- Read models of purchase chains. All of it is rebuilt from the events.

-- How far each projection has read each lane; moved in the transaction that writes its rows.
create table projection_checkpoint (
  projection text        not null,
  lane       smallint    not null,
  position   bigint      not null,
  moved_at   timestamptz not null default now(),
  primary key (lane, projection)
);

-- Events that a projection could not take in, and why; tried again at its next start. The rest of
-- the lane went on without them.
create table parked_event (
  projection text        not null,
  lane       smallint    not null,
  position   bigint      not null,
  reason     text        not null,
  parked_at  timestamptz not null default now(),
  primary key (lane, projection, position)
);

-- A chain: who owns it and how it goes on.
create table chain (
  lane                    smallint not null,
  stream                  uuid     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  state                   json     not null,
  primary key (lane, stream)
);

-- The joined knowledge of each transaction of a chain.
create table chain_transaction (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  state          json     not null,
  primary key (lane, stream, transaction_id)
);

-- Which chain a transaction belongs to: a look-up names all lanes.
create index chain_of_transaction on chain_transaction (lane, transaction_id);

-- The chains an account has named, in the account's lane. Whether it owns one is told by the chain.
create table account_chain (
  lane                    smallint not null,
  account_stream          uuid     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  primary key (lane, account_stream, original_transaction_id)
);
-- migration: 0004_evidence.sql
-- What evidence is packed and sealed with, apart from it.

-- The header segments of Apple's signatures, most of a JWS and the same for months, each once.
-- A reference table like `word`.
create table jws_header (
  id     integer primary key,
  digest bytea   not null,
  header bytea   not null,
  constraint jws_header_once unique (digest)
);

-- The dictionaries that bodies are compressed with; a body names its own.
create table evidence_dictionary (
  id   smallint primary key,
  body bytea    not null
);

-- A key for each stream that has evidence or a name, wrapped by the master key named. Destroying it
-- forgets what it sealed and breaks no chain: the only rows of the ledger that may go.
create table data_key (
  lane       smallint    not null,
  stream     uuid        not null,
  master_key text        not null,
  wrapped    bytea       not null,
  made_at    timestamptz not null default now(),
  primary key (lane, stream)
);

-- What an account is called, sealed with the key of its stream.
create table account_name (
  lane   smallint not null,
  stream uuid     not null,
  sealed bytea    not null,
  primary key (lane, stream)
);

create trigger is_append_only before update or delete on jws_header
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on evidence_dictionary
  for each row execute function refuse_change();
create trigger is_not_emptied before truncate on jws_header
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on evidence_dictionary
  for each statement execute function refuse_change();
-- migration: 0005_guard.sql
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
-- migration: 0006_readable.sql
-- The events as a person reads them: words for numbers, in the order in which one asks.
create view event_readable as
select
  e.lane || '-' || e.position as id,
  case e.type
    when 1 then 'transaction.observed' when 2 then 'renewal.observed' when 3 then 'notice.received'
    when 4 then 'chain.owned' when 5 then 'chain.claimed' when 6 then 'reasserted'
    when 7 then 'account.erased' else e.type::text
  end as type,
  e.asserted_at, e.recorded_at,
  case e.trust when 2 then 'signed' when 1 then 'receipt' when 0 then 'shared secret' end as trust,
  (select text from word where id = e.environment) as environment,
  (select text from word where id = e.app) as app,
  e.original_transaction_id, e.transaction_id,
  (select text from word where id = e.product) as product,
  (select text from word where id = e.product_type) as product_type,
  (select text from word where id = e.subscription_group) as subscription_group,
  e.purchase_at, e.expires_at, e.revoked_at, e.renewal_at, e.grace_expires_at,
  e.price, (select text from word where id = e.currency) as currency,
  (select text from word where id = e.storefront) as storefront,
  e.quantity,
  (select text from word where id = e.ownership) as ownership,
  (select text from word where id = e.reason) as reason,
  e.offer_type,
  (select text from word where id = e.offer_identifier) as offer_identifier,
  (select text from word where id = e.offer_discount) as offer_discount,
  (select text from word where id = e.auto_renew_product) as auto_renew_product,
  (select text from word where id = e.revocation_type) as revocation_type,
  e.revocation_reason, e.revocation_percentage, e.expiration_intent, e.price_increase_status,
  e.status,
  (select text from word where id = e.notification_type) as notification_type,
  (select text from word where id = e.notification_subtype) as notification_subtype,
  e.notification as notification_uuid, e.account_token, e.account, e.app_transaction_id,
  e.web_order_line_item_id, e.extra,
  e.lane || '-' || e.reasserts as reasserts, e.lane || '-' || e.evidence as evidence,
  e.lane, e.position, e.stream
from event e;

grant select on event_readable to daicho_app;
-- migration: 0007_event_types.sql
-- What the kinds of events are called. A new kind is a new row; the readable view need not be made again.
-- A reference table like `word`.
create table event_type (
  type smallint primary key,
  word text     not null,
  constraint event_type_once unique (word)
);

insert into event_type (type, word) values
  (1, 'transaction.observed'), (2, 'renewal.observed'), (3, 'notice.received'), (4, 'chain.owned'),
  (5, 'chain.claimed'), (6, 'reasserted'), (7, 'account.erased'),
  -- what every rule reads, in lane 0
  (8, 'programme.entered');

grant select on event_type to daicho_app;

create or replace view event_readable as
select
  e.lane || '-' || e.position as id,
  coalesce((select word from event_type where type = e.type), e.type::text) as type,
  e.asserted_at, e.recorded_at,
  case e.trust when 2 then 'signed' when 1 then 'receipt' when 0 then 'shared secret' end as trust,
  (select text from word where id = e.environment) as environment,
  (select text from word where id = e.app) as app,
  e.original_transaction_id, e.transaction_id,
  (select text from word where id = e.product) as product,
  (select text from word where id = e.product_type) as product_type,
  (select text from word where id = e.subscription_group) as subscription_group,
  e.purchase_at, e.expires_at, e.revoked_at, e.renewal_at, e.grace_expires_at,
  e.price, (select text from word where id = e.currency) as currency,
  (select text from word where id = e.storefront) as storefront,
  e.quantity,
  (select text from word where id = e.ownership) as ownership,
  (select text from word where id = e.reason) as reason,
  e.offer_type,
  (select text from word where id = e.offer_identifier) as offer_identifier,
  (select text from word where id = e.offer_discount) as offer_discount,
  (select text from word where id = e.auto_renew_product) as auto_renew_product,
  (select text from word where id = e.revocation_type) as revocation_type,
  e.revocation_reason, e.revocation_percentage, e.expiration_intent, e.price_increase_status,
  e.status,
  (select text from word where id = e.notification_type) as notification_type,
  (select text from word where id = e.notification_subtype) as notification_subtype,
  e.notification as notification_uuid, e.account_token, e.account, e.app_transaction_id,
  e.web_order_line_item_id, e.extra,
  e.lane || '-' || e.reasserts as reasserts, e.lane || '-' || e.evidence as evidence,
  e.lane, e.position, e.stream
from event e;
-- migration: 0008_tenure.sql
-- Read models of paid service, and of what Apple keeps. All of it is rebuilt from the events.

insert into event_type (type, word) values (9, 'terms.published');

-- How far of lane 0 a projection's rows of a lane rest on.
alter table projection_checkpoint add column commons_position bigint not null default 0;

-- Which batch was the last at a moment: what was known then.
create index batch_of_moment on lane_batch (lane, recorded_at);

-- A chain of auto-renewable subscriptions of the customer's own: whose it is and how it goes on.
create table tenure_chain (
  lane                    smallint not null,
  stream                  uuid     not null,
  environment             text     not null,
  app                     text,
  original_transaction_id text     not null,
  app_transaction_id      text,
  renews_as               text,
  renewal_price           bigint,
  renewal_currency        text,
  -- why its days may be too few, or too many
  findings                json     not null,
  is_incomplete           boolean  not null,
  primary key (lane, stream)
);

-- What reconciliation asks Apple about.
create index tenure_chain_incomplete on tenure_chain (lane, stream) where is_incomplete;

-- One transaction of such a chain, as days are counted. Refunds stand apart: they hold from their date
-- to their reversal. What was paid is null for a trial.
create table service_period (
  lane                   smallint    not null,
  stream                 uuid        not null,
  transaction_id         text        not null,
  subscription_group     text        not null,
  product                text        not null,
  storefront             text,
  purchased_at           timestamptz not null,
  starts_at              timestamptz not null,
  ends_at                timestamptz not null,
  paid_until             timestamptz not null,
  sold_until             timestamptz not null,
  grace_until            timestamptz,
  is_charged             boolean     not null,
  price                  bigint,
  currency               text,
  is_offer               boolean     not null,
  is_renewal             boolean     not null,
  is_served              boolean     not null,
  is_upgraded_to_unknown boolean     not null,
  is_uncertain           boolean     not null,
  -- JSON; null where there are none
  refunds                text,
  primary key (lane, stream, transaction_id)
);

-- What each transaction was charged and at which rate, as it was learnt; a correction is a line more.
create table commission_line (
  lane                    smallint    not null,
  stream                  uuid        not null,
  number                  integer     not null,
  transaction_id          text        not null,
  environment             text        not null,
  app                     text,
  original_transaction_id text        not null,
  learnt_at               timestamptz not null,
  because_lane            smallint    not null,
  because_position        bigint      not null,
  corrects                integer,
  -- when a later line took its place
  corrected_at            timestamptz,
  -- null from here on where nothing was charged
  charged_at              timestamptz,
  product                 text,
  product_type            text,
  subscription_group      text,
  storefront              text,
  price                   bigint,
  currency                text,
  -- thousandths of the price; null where no terms apply
  rate                    smallint,
  reason                  text,
  -- milliunits; null where price or rate are not known
  commission              bigint,
  primary key (lane, stream, number)
);


create index commission_line_charged on commission_line (lane, charged_at);

-- Every customer that Apple ever named in a chain: chains of one customer are counted together.
create table commission_customer (
  lane               smallint not null,
  stream             uuid     not null,
  subscription_group text     not null,
  environment        text     not null,
  app_transaction_id text     not null,
  primary key (lane, stream, subscription_group, app_transaction_id)
);

grant select, insert, update, delete
  on tenure_chain, service_period, commission_line, commission_customer to daicho_app;
-- migration: 0009_coins.sql
-- Catalogues, grants and wallets: what the kinds of their events are called.
insert into event_type (type, word) values
  (10, 'catalogue.published'), (11, 'grant.made'), (12, 'coins.moved');
-- migration: 0010_accounts.sql
-- Accounts: what the kinds of their events are called, and which names stand for which account.
insert into event_type (type, word) values
  (13, 'account.aliased'), (14, 'alias.claimed'), (15, 'ownership.changed'),
  (16, 'grant.acknowledged');

-- Aliases as both sides tell them, each in its own lane: the account's stream that it claimed an alias,
-- the alias's stream whom it stands for. An alias is one where both agree.
create table account_alias (
  lane    smallint not null,
  stream  uuid     not null,
  account uuid     not null,
  alias   uuid     not null,
  primary key (lane, stream, account, alias)
);

grant select, insert, update, delete on account_alias to daicho_app;
-- migration: 0011_grants.sql
-- Read models of grants. All of it is rebuilt from the events.

-- A grant as a game sees it.
create table coin_grant (
  lane            smallint    not null,
  stream          uuid        not null,
  id              uuid        not null,
  -- null while its chain is nobody's
  account         uuid,
  environment     text        not null,
  app             text        not null,
  coin            text        not null,
  amount          bigint      not null,
  product         text        not null,
  transaction_id  text        not null,
  quantity        integer     not null,
  granted_at      timestamptz not null,
  -- where the lane tells that it was made
  made_position   bigint      not null,
  -- by every refund known, whatever its date
  revoked_amount  bigint      not null,
  acknowledged_at timestamptz,
  -- pending, acknowledged or revoked
  state           text        not null,
  primary key (lane, stream, id)
);

create index coin_grant_of_id on coin_grant (lane, id);
create index coin_grant_in_order on coin_grant (lane, made_position);
create index coin_grant_of_account on coin_grant (lane, account, made_position);
-- What games ask for again and again: few, however many grants there are.
create index coin_grant_pending on coin_grant (lane, made_position) where state = 'pending';

-- A purchase whose coins wait for a catalogue that names its product.
create table unpriced_transaction (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  environment    text     not null,
  app            text     not null,
  product        text     not null,
  primary key (lane, stream, transaction_id)
);

create index unpriced_transaction_of_product on unpriced_transaction (lane, app, product, stream);

grant select, insert, update, delete on coin_grant, unpriced_transaction to daicho_app;
-- migration: 0012_granting.sql
-- How far each lane was read for the grants that are due in it. What was decided is in the log: read
-- again from the beginning, nothing is granted twice.
create table granting_checkpoint (
  lane             smallint    primary key,
  position         bigint      not null,
  commons_position bigint      not null default 0,
  moved_at         timestamptz not null default now(),
  constraint position_not_negative check (position >= 0 and commons_position >= 0)
);

-- Chains in which something is due that could not be decided: consumables that no catalogue names,
-- an event that cannot be read, coins that a wallet could not hold.
create table granting_wait (
  lane   smallint    not null,
  stream uuid        not null,
  reason text        not null,
  since  timestamptz not null default now(),
  primary key (lane, stream),
  constraint reason_known check (reason in ('unpriced', 'unreadable', 'refused'))
);

grant select, insert, update, delete on granting_checkpoint, granting_wait to daicho_app;
-- migration: 0013_outbox.sql
-- Nothing stays unfinished: what keyed clients posted and what became of it, and what is still owed.

-- While this is set nothing of ours reaches Apple or a customer: a restored ledger does not know yet
-- what it did before.
alter table installation add column held_since timestamptz;

-- What became of a post, told again by its id. Kept so that a client that lost the answer can ask, and
-- so that what settles later is known to whoever posted it.
create table receipt (
  lane       smallint    not null,
  -- rcp_ and half a digest of the post: the same post has the same
  id         text        not null,
  -- the key that posted it last
  key_id     text        not null,
  state      text        not null,
  -- one entry for each posted item, in the order of the post
  items      json        not null,
  -- covers everything that was recorded for it
  position   text        not null,
  made_at    timestamptz not null,
  changed_at timestamptz not null,
  primary key (lane, id),
  constraint state_known check (state in ('pending', 'rejected', 'settled'))
);

create index receipt_by_change on receipt (lane, changed_at);

-- What is owed: a call to Apple, an answer of hers, another try of a post. Written with what it follows
-- from and removed when it is done, so that a crash between the two only repeats it.
create table errand (
  lane         smallint    not null,
  -- half a digest of kind, environment, app and subject: the same thing is owed once
  id           uuid        not null,
  kind         text        not null,
  -- null where what was posted could not be read
  environment  text,
  app          text,
  -- whom it is worked off for at a login
  account      uuid,
  -- the key that posted it
  key_id       text,
  -- what it is about: a transaction, a chain, an item of a receipt
  subject      text        not null,
  -- what only its handler may read, under a key of its own
  sealed       bytea,
  master_key   text,
  wrapped      bytea,
  state        text        not null,
  -- a stable word, never anything of the content
  reason       text,
  -- leases since it last went well
  attempts     integer     not null default 0,
  due_at       timestamptz not null,
  -- afterwards it is of no use
  deadline_at  timestamptz,
  -- how often it was asked for: what is asked again while it is worked on is done again
  asks         integer     not null default 1,
  lease        uuid,
  -- a lease not settled by then returns by itself
  leased_until timestamptz,
  made_at      timestamptz not null,
  changed_at   timestamptz not null,
  primary key (lane, id),
  constraint state_known check (state in ('owed', 'parked', 'done')),
  constraint parked_with_reason check (state <> 'parked' or reason is not null),
  constraint sealed_with_its_key check (num_nulls(sealed, master_key, wrapped) in (0, 3)),
  constraint leased_while_owed check (
    (lease is null) = (leased_until is null) and (lease is null or state = 'owed'))
);

create index errand_due on errand (lane, due_at) where state = 'owed';
-- Apps take turns, so that none waits for the backlog of another.
create index errand_due_of_app on errand (lane, (coalesce(app, '')), due_at) where state = 'owed';
create index errand_of_account on errand (lane, account) where account is not null;
-- What one key may have parked is bounded.
create index errand_of_key on errand (lane, key_id, made_at) where key_id is not null;
create index errand_in_order on errand (lane, made_at, id);

-- How far each lane was read for what is owed by its events.
create table clerk_checkpoint (
  lane     smallint    primary key,
  position bigint      not null,
  moved_at timestamptz not null default now(),
  constraint position_not_negative check (position >= 0)
);

-- The chains that were heard of: until when each runs, and how far Apple was asked about its customer.
create table chain_watch (
  lane                    smallint    not null,
  stream                  uuid        not null,
  environment             text        not null,
  app                     text        not null,
  original_transaction_id text        not null,
  -- the latest end of a period that was heard of; null for what does not end
  expires_at              timestamptz,
  -- that end for which nothing is to be asked any more, and when it was asked last
  settled_for             timestamptz,
  asked_at                timestamptz,
  -- Apple's marks in the two histories of the customer; null before the first page
  history_revision        text,
  refund_revision         text,
  -- when both were read to their ends
  history_at              timestamptz,
  primary key (lane, stream)
);

create index chain_watch_expired on chain_watch (lane, expires_at)
  where expires_at is distinct from settled_for;
create index chain_watch_oldest on chain_watch (lane, history_at);

grant select, insert, update, delete on receipt, errand, clerk_checkpoint, chain_watch to daicho_app;
-- migration: 0014_reconciliation.sql
-- What was asked of Apple, and what came of it.

-- A part of Apple's history of notifications, read page by page: kept with its numbers for ever. One
-- that was cut short goes on after its token.
create table sweep (
  id               uuid        primary key,
  app              text        not null,
  environment      text        not null,
  window_from      timestamptz not null,
  window_to        timestamptz not null,
  started_at       timestamptz not null,
  moved_at         timestamptz not null,
  -- null while there is more to be read
  finished_at      timestamptz,
  pagination_token text,
  -- what Apple showed, of it what was here, what was taken in, and what could not be
  expected         bigint      not null default 0,
  present          bigint      not null default 0,
  repaired         bigint      not null default 0,
  refused          bigint      not null default 0,
  constraint window_not_empty check (window_to > window_from),
  constraint numbers_add_up check (expected = present + repaired + refused)
);

create index sweep_of_app on sweep (app, environment, window_to);

-- What Apple's history shows and was not taken in; gone once it is.
create table refused_notification (
  app          text        not null,
  environment  text        not null,
  -- of what was signed
  digest       bytea       not null,
  code         text        not null,
  refused_at   timestamptz not null,
  primary key (app, environment, digest)
);

-- What reading customers' transactions came to, by day.
create table history_count (
  app         text   not null,
  environment text   not null,
  day         date   not null,
  -- history, status
  kind        text   not null,
  asked       bigint not null,
  expected    bigint not null,
  present     bigint not null,
  repaired    bigint not null,
  refused     bigint not null,
  primary key (app, environment, day, kind)
);

-- Which process reconciles an app: one at a time.
create table reconciler_lease (
  app         text        not null,
  environment text        not null,
  holder      uuid        not null,
  until       timestamptz not null,
  primary key (app, environment)
);

-- A file of the first day, by its content: how many of its lines are done.
create table backfill (
  digest      bytea       primary key,
  app         text        not null,
  begun_at    timestamptz not null,
  moved_at    timestamptz not null,
  finished_at timestamptz,
  lines_done  bigint      not null default 0,
  -- customers whose histories were read, and what these held
  customers   bigint      not null default 0,
  present     bigint      not null default 0,
  repaired    bigint      not null default 0,
  refused     bigint      not null default 0
);

-- Lines of such a file of which nothing could be fetched; gone once it is.
create table backfill_failure (
  digest bytea  not null,
  line   bigint not null,
  code   text   not null,
  primary key (digest, line)
);

grant select, insert, update, delete
  on backfill, backfill_failure, sweep, refused_notification, history_count, reconciler_lease to daicho_app;
-- migration: 0015_openings.sql
-- Consent, openings and epochs: what the kinds of their events are called.
insert into event_type (type, word) values
  (17, 'consent.changed'), (18, 'opening.declared'), (19, 'epoch.opened');

-- A consumable that no catalogue names waits only if it was bought after the opening of its app. One
-- bought before is kept here too: an opening may be moved back.
alter table unpriced_transaction
  add column delivered_elsewhere boolean not null default false;
