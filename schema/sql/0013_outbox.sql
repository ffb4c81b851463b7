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
