-- The reach of a key: the apps and environments that it may touch, null for all, and the moment from which it opens
-- nothing, null for never.
alter table api_key
  add column apps         text[],
  add column environments text[],
  add column expires_at   timestamptz,
  add constraint apps_not_empty check (cardinality(apps) > 0),
  add constraint environments_not_empty check (cardinality(environments) > 0);
