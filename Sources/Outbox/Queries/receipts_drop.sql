-- Deletes the result of a post unless it was replaced. Returns its id.
-- $1 lane, $2 id, $3 its items
delete from receipt
where lane = $1::smallint and id = $2::text and items::text = $3::text
returning id
