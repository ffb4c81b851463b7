-- Stores a report file of Apple's, as imported at the moment of its event. Returns nothing if it is stored already, of the
-- same days.
-- $1 digest, $2 kind, $3 name, $4 first and $5 last day, $6 body, $7 position of its event in lane 0
insert into apple_file (digest, kind, name, first_day, last_day, body, event_position, imported_at)
select $1::bytea, $2::text, $3::text, $4::text, $5::text, $6::bytea, $7::bigint,
  (select e.recorded_at from event e where e.lane = 0 and e.position = $7::bigint)
where not exists (
  select from apple_file
  where digest = $1::bytea and first_day is not distinct from $4::text and last_day is not distinct from $5::text)
on conflict do nothing
returning 1::bigint
