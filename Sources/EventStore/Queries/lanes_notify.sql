-- Hints at once to whoever listens that these lanes went on; sent with the commit.
-- $1 lanes, joined by commas
select pg_notify('daicho_events', $1::text)
