-- Returns the cursors of a lane that are missing or say something else than the log, as far as the consumer has read
-- it, those of no chain that the log has, and the stores that are missing: table, key, column, finding. Apple's history
-- may name a chain of rejected transactions: its cursor has the stream of its columns, and no end.
-- $1 lane, $2 consumer, $3 now, $4 limit
with fact as (
  select e.stream, max(e.expires_at) as expires_at, min(e.environment) as environment, min(e.app) as app,
    min(e.original_transaction_id) as original_transaction_id
  from event e
  where e.lane = $1::smallint
    and e.position <= coalesce((
      select c.position from consumer_checkpoint c
      where c.lane = $1::smallint and c.consumer = $2::text and c.generation = 0), 0)
    and (e.type = 1 or e.transaction_asserted_at is not null)
    and not exists (
      select from dead_letter d
      where d.lane = $1::smallint and d.consumer = $2::text
        and d.position between coalesce(e.first_position, e.position) and e.position)
  group by e.stream
), compared as (
  select f.stream, f.expires_at as end_told, s.text as environment_told, a.text as app_told,
    f.original_transaction_id as id_told, r.*
  from fact f
  left join interned_string s on s.id = f.environment
  left join interned_string a on a.id = f.app
  left join lateral (
    select c.stream as found, c.environment, c.app, c.original_transaction_id, c.expires_at, c.settled_for,
      c.asked_at, c.history_at, c.next_look_at
    from reconciliation_cursor c
    where c.lane = $1::smallint and c.stream = f.stream
  ) as r on true
)
select 'reconciliation_cursor' as table_name, c.stream::text as key, v.column_name, v.finding
from compared c
cross join lateral (
  values
    (c.found is null, 'stream', 'it is missing, and the log has the chain'),
    (c.environment <> c.environment_told, 'environment', 'it is not that of the chain'),
    (c.app <> c.app_told, 'app', 'it is not that of the chain'),
    (c.original_transaction_id <> c.id_told, 'original_transaction_id', 'it is not that of the chain'),
    (c.found is not null and c.expires_at is distinct from c.end_told, 'expires_at',
      'it is not the latest end that the log has'),
    (c.expires_at is not null and c.next_look_at is null and c.settled_for is distinct from c.expires_at,
      'next_look_at', 'it is missing, and the end of the period is not settled'),
    (c.next_look_at > greatest(c.expires_at, $3::timestamptz) + interval '100 days', 'next_look_at',
      'it lies too far behind the end of the period'),
    (c.settled_for > c.expires_at, 'settled_for', 'it is behind the end of the period'),
    (c.asked_at > $3::timestamptz + interval '1 day', 'asked_at', 'it is in the future'),
    (c.history_at > $3::timestamptz + interval '1 day', 'history_at', 'it is in the future')
) as v(is_found, column_name, finding)
where v.is_found
union all
select 'reconciliation_cursor', c.stream::text, v.column_name, v.finding
from reconciliation_cursor c
cross join lateral (
  values
    (c.stream <> encode(substr(sha256(
        convert_to('chain', 'UTF8') || '\x00' || convert_to(c.environment, 'UTF8') || '\x00'
        || convert_to(c.app, 'UTF8') || '\x00' || convert_to(c.original_transaction_id, 'UTF8')), 1, 16),
      'hex')::uuid,
      'stream', 'it is not that of its app, environment and original transaction'),
    (num_nonnulls(c.expires_at, c.settled_for, c.next_look_at) > 0,
      'expires_at', 'there is an end, and the log has no such chain')
) as v(is_found, column_name, finding)
where c.lane = $1::smallint and v.is_found
  and not exists (
    select from event e
    where e.lane = $1::smallint and e.stream = c.stream
      and (e.type = 1 or e.transaction_asserted_at is not null))
union all
select 'known_store', c.app || ', ' || c.environment, 'app', 'it is missing, and a cursor names it'
from (select distinct app, environment from reconciliation_cursor where lane = $1::smallint) as c
where not exists (
  select from known_store k
  where k.lane = $1::smallint and k.app = c.app and k.environment = c.environment)
limit $4::bigint
