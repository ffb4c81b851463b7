-- Writes the progress in the histories of the customer of some chains, and then remembers their stores, in the
-- order in which the consumer locks them.
-- $1 lanes, $2 streams, $3 environments, $4 original transaction ids, $5 apps, side
-- by side, $6 history revision,
-- $7 refund revision, $8 the moment at which both were read to their ends, or null
with kept as (
  insert into reconciliation_cursor (
    lane, stream, environment, original_transaction_id, app, history_revision, refund_revision,
    history_at)
  select c.lane, c.stream, c.environment, c.original_transaction_id, c.app, $6::text, $7::text,
    $8::timestamptz
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[])
    as c(lane, stream, environment, original_transaction_id, app)
  on conflict (lane, stream) do update set
    history_revision = excluded.history_revision, refund_revision = excluded.refund_revision,
    history_at = coalesce(excluded.history_at, reconciliation_cursor.history_at)
  returning lane, app, environment
)
insert into known_store (lane, app, environment)
select distinct lane, app, environment from kept
order by lane, app, environment
on conflict (lane, app, environment) do nothing
