-- The evidence of events: the bytes Apple signed, packed and sealed, with the tables that open them.

-- One row for each piece of evidence, beside the first event of the lane that rests on it, kept for ever. `digest`
-- covers the sealed bytes and is part of the event's leaf in the root: destroying a key breaks no hash chain.
create table evidence (
  lane     smallint not null,
  position bigint   not null,
  digest   bytea    not null,
  sealed   bytea    not null,
  primary key (lane, position)
) partition by range (position);

-- Sealed bytes do not compress; they stay in the row while they fit.
alter table evidence alter column sealed set storage main;

-- The header segments of Apple's signatures, each stored once. A header is most of a JWS and stays the same for
-- months.
create table jws_header (
  id     integer primary key,
  digest bytea   not null,
  header bytea   not null,
  constraint jws_header_once unique (digest)
);

-- The compression dictionaries. A piece of evidence names its own.
create table evidence_dictionary (
  id    smallint primary key,
  bytes bytea    not null
);
