-- Replaces the result of a post.
-- $1 lane, $2 id, $3 state, $4 items, $5 position, $6 now
update receipt
set state = $3::text, items = $4::json, position = $5::text, changed_at = $6::timestamptz
where lane = $1::smallint and id = $2::text
