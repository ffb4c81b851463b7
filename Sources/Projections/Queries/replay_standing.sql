-- How far a projection has read a lane, and the positions up to there that it could not take in.
-- $1 lane, $2 projection
select
  coalesce((
    select c.position from projection_checkpoint c
    where c.lane = $1::smallint and c.projection = $2::text), 0) as position,
  coalesce((
    select array_agg(p.position) from parked_event p
    where p.lane = $1::smallint and p.projection = $2::text), array[]::bigint[]) as parked
