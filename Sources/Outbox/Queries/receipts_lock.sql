-- Returns and locks the result of a post.
-- $1 lane, $2 id
select id, items, position from receipt where lane = $1::smallint and id = $2::text for update
