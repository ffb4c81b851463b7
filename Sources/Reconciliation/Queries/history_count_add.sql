-- Adds the numbers of one reading to its day in UTC.
-- $1 app, $2 environment, $3 now, $4 kind, $5 expected, $6 present, $7 repaired, $8 rejected
insert into history_count (
  app, environment, day, kind, asked, expected, present, repaired, rejected)
values (
  $1::text, $2::text, ($3::timestamptz at time zone 'UTC')::date, $4::text, 1, $5::bigint,
  $6::bigint, $7::bigint, $8::bigint)
on conflict (app, environment, day, kind) do update set
  asked = history_count.asked + 1, expected = history_count.expected + excluded.expected,
  present = history_count.present + excluded.present,
  repaired = history_count.repaired + excluded.repaired,
  rejected = history_count.rejected + excluded.rejected
