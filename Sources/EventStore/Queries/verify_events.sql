-- Returns the next events of a lane in order. Adds the largest fraction of a millisecond in the
-- moments of each event, zero if all are whole, and two digests of its evidence: the stored one and
-- the digest of the sealed bytes.
-- $1 lane, $2 after this position, $3 up to this position, $4 limit
select
  {event_columns},
  (
    select max(extract(microseconds from moment)::integer % 1000)
    from unnest(array[asserted_at, recorded_at, {event_moments}]) as m(moment)
  ) as fraction,
  evidence_digest, sealed_digest
from event e
left join lateral (
  select v.digest as evidence_digest, sha256(v.sealed) as sealed_digest
  from evidence v
  where v.lane = e.lane and v.position = e.position
  limit 1 -- one look-up an event, whatever the planner knows of the table
) as v on true
where lane = $1::smallint and position > $2::bigint and position <= $3::bigint
order by position
limit $4::bigint
