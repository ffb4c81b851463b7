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
