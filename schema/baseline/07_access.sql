-- The clients of the API.

-- API keys: a reference table. Only a digest of each key is stored, so that a copy of the database
-- gives no access.
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
