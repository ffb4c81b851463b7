-- The installation and its reference tables. Reference tables are small, have no lane, and are the
-- same on every node.

-- One row. The number of lanes is fixed when the ledger is created; lane 0 is the shared lane and
-- is not counted. The epoch changes with each restore from a backup. While held_since is set,
-- nothing reaches Apple or a customer: a restored ledger does not know yet what it did before.
create table installation (
  singleton  boolean     primary key default true,
  lanes      smallint    not null,
  epoch      uuid        not null,
  founded_at timestamptz not null default now(),
  held_since timestamptz,
  constraint installation_is_one_row check (singleton),
  constraint lanes_positive check (lanes between 1 and 1024)
);

-- Recurring strings (apps, products, currencies, Apple's enumerations), each stored once, so that
-- event rows stay narrow and an unknown value is kept as it came. A string is written before the
-- events that use it and never changed.
create table word (
  id   integer primary key,
  text text    not null,
  constraint word_once unique (text)
);

-- The names of the event types. A new type is a new row.
create table event_type (
  type smallint primary key,
  word text     not null,
  constraint event_type_once unique (word)
);

insert into event_type (type, word) values
  (1, 'transaction.observed'),
  (2, 'renewal.observed'),
  (3, 'notice.received'),
  (4, 'chain.owned'),
  (5, 'chain.claimed'),
  (6, 'reasserted'),
  (7, 'account.erased'),
  (8, 'programme.entered'),
  (9, 'terms.published'),
  (10, 'catalogue.published'),
  (11, 'grant.made'),
  (12, 'coins.moved'),
  (13, 'account.aliased'),
  (14, 'alias.claimed'),
  (15, 'ownership.changed'),
  (16, 'grant.acknowledged'),
  (17, 'consent.changed'),
  (18, 'opening.declared'),
  (19, 'epoch.opened');
