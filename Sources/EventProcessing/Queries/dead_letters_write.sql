-- Dead-letters events, each with the reason.
-- $1 lane, $2 consumer, $3 positions, $4 reasons, side by side
insert into dead_letter (lane, consumer, position, reason)
select $1::smallint, $2::text, n.position, n.reason
from unnest($3::bigint[], $4::text[]) as n(position, reason)
on conflict (lane, consumer, position) do update set reason = excluded.reason
