-- Stores chains that wait, each with its reason; the first moment stays.
-- $1 lane, $2 streams, $3 reasons, side by side
insert into granting_wait (lane, stream, reason)
select $1::smallint, w.stream, w.reason
from unnest($2::uuid[], $3::text[]) as w(stream, reason)
on conflict (lane, stream) do update set reason = excluded.reason
