-- What streams tell of names: aliases, names that were freed, and merges, each in its own lane. The
-- account's stream names the alias that it claimed, the alias's stream names the account; an alias
-- is valid where both agree. The rows of a name join in any order.
alter table account_alias rename to account_naming;

-- 0 alias or claim, 1 freed, 2 merged, 3 merge undone
alter table account_naming add column kind smallint not null default 0;

-- the generation of an alias or of a freed name, or of the name in whose stream a merge is
alter table account_naming add column generation integer not null default 0;

-- the number of a merge
alter table account_naming add column number integer not null default 0;

alter table account_naming drop constraint account_alias_pkey;
alter table account_naming
  add constraint account_naming_pkey primary key (lane, stream, kind, account, alias, generation, number);
alter table account_naming alter column kind drop default;
alter table account_naming alter column generation drop default;
alter table account_naming alter column number drop default;

-- a receipt is partial if some of its items are settled and some are rejected
alter table receipt drop constraint state_known;
alter table receipt add constraint state_known
  check (state in ('pending', 'rejected', 'settled', 'partial'));
