-- Closes a period.
-- $1 app, $2 environment, $3 name, $4 calendar, $5 start, $6 end, $7 moment of the cut, $8 author, $9
-- reason for closing what is incomplete, $10 lanes with $11 their last positions, side by side, $12 number
-- of the rules, $13 number of events that could not be read, $14 position of its event in lane 0
insert into period_close (
  app, environment, name, calendar, starts_at, ends_at, closed_at, closed_by, forced_because, lanes,
  positions, rules, left_out, event_position)
values (
  $1::text, $2::text, $3::text, $4::text, $5::timestamptz, $6::timestamptz, $7::timestamptz, $8::text,
  $9::text, $10::smallint[], $11::bigint[], $12::integer, $13::bigint, $14::bigint)
