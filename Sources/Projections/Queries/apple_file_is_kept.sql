-- Returns true if a report file of Apple's is kept already, of the same days.
-- $1 digest, $2 first and $3 last day
select exists (
  select from apple_file
  where digest = $1::bytea and first_day is not distinct from $2::text
    and last_day is not distinct from $3::text)
