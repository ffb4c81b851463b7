-- Apple was asked how the subscription stands.
-- $1 lane, $2 stream, $3 now
update chain_watch set asked_at = $3::timestamptz
where lane = $1::smallint and stream = $2::uuid
