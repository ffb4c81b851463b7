-- Tells listeners that these lanes have new events; sent with the commit.
-- $1 channel, $2 lanes, joined by commas
select pg_notify($1::text, $2::text)
