-- Returns the coins of an app that were spent, reserved or adjusted here.
-- $1 lanes, $2 app, $3 the type of movements
select distinct extra #>> '{movement,coin}'
from event
where lane = any($1::smallint[]) and type = $3::smallint
  and app = (select id from interned_string where text = $2::text)
  and coalesce(
    extra #> '{movement,movement,spent}', extra #> '{movement,movement,reserved}',
    extra #> '{movement,movement,adjusted}') is not null
