-- The outbox: posts of clients with their results, and the jobs that are still to be done.

-- The result of a post, returned again by its id: a client that lost the answer can ask, and later changes are
-- visible to it.
create table receipt (
  lane       smallint    not null,
  -- rcp_ and half a digest of the post: the same post has the same id
  id         text        not null,
  -- partial if some of its items are settled and some are rejected
  state      text        not null,
  -- one entry for each posted item, in the order of the post
  items      json        not null,
  -- covers every event that was recorded for it
  position   text        not null,
  made_at    timestamptz not null,
  changed_at timestamptz not null,
  -- the API keys that posted it; each of them may read it
  key_ids    text[]      not null,
  primary key (lane, id),
  constraint state_known check (state in ('pending', 'rejected', 'settled', 'partial'))
);

create index receipt_by_change on receipt (lane, changed_at);

-- A job: a call to Apple, an answer to Apple, or a retry of a post. A job is written in the transaction of its cause
-- and removed when it is done: a crash in between only repeats it.
create table job (
  lane         smallint    not null,
  -- half a digest of kind, environment, app and subject: the same job is enqueued once
  id           uuid        not null,
  kind         text        not null,
  -- null where the post could not be read
  environment  text,
  app          text,
  -- the account that works it off by its login
  account      uuid,
  -- the API key that posted it
  key_id       text,
  -- a transaction, a chain, or an item of a receipt
  subject      text        not null,
  -- readable by the job's handler alone, sealed with a key of its own
  sealed       bytea,
  master_key   text,
  wrapped      bytea,
  state        text        not null,
  -- a stable word, never part of the content
  reason       text,
  -- leases since the last success
  attempts     integer     not null default 0,
  due_at       timestamptz not null,
  -- the job is of no use afterwards
  deadline_at  timestamptz,
  -- the number of times it was enqueued: a job enqueued again while it is leased runs again
  asks         integer     not null default 1,
  lease        uuid,
  -- a lease that has not ended by then expires
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

create index job_due on job (lane, due_at) where state = 'owed';
-- Apps take turns: no app waits for the backlog of another.
create index job_due_of_app on job (lane, (coalesce(app, '')), due_at) where state = 'owed';
create index job_of_account on job (lane, account) where account is not null;
-- The dead-lettered posts of an API key are bounded in number.
create index job_of_key on job (lane, key_id, made_at) where key_id is not null;
create index job_in_order on job (lane, made_at, id);
