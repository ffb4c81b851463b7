-- Deletes the promotional entitlements of these accounts.
-- $1 lanes, $2 streams, side by side
delete from account_promotion p
using unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
where p.lane = n.lane and p.stream = n.stream
