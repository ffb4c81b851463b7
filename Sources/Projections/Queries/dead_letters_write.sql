-- Dead-letters events, each with the reason.
-- $1 lane, $2 projection, $3 positions, $4 reasons, side by side
insert into dead_letter (lane, projection, position, reason)
select $1::smallint, $2::text, n.position, n.reason
from unnest($3::bigint[], $4::text[]) as n(position, reason)
on conflict (lane, projection, position) do update set reason = excluded.reason
