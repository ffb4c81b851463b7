-- Returns the lowest lane outside the range of the ledger that has rows.
-- $1 the highest lane
select min(lane) as lane
from (
  (select lane from event where lane < 0 or lane > $1::smallint limit 1)
  union all
  (select lane from event_key where lane < 0 or lane > $1::smallint limit 1)
  union all
  (select lane from grant_key where lane < 1 or lane > $1::smallint limit 1)
  union all
  (select event_lane from grant_key where event_lane < 1 or event_lane > $1::smallint limit 1)
  union all
  (select lane from evidence where lane < 0 or lane > $1::smallint limit 1)
  union all
  (select lane from lane_batch where lane < 0 or lane > $1::smallint limit 1)
) as strangers
