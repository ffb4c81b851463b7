-- Deletes the result of a post unless it was replaced, perhaps by the same items. Returns its id.
-- $1 lane, $2 id, $3 its items, $4 the moment of its last change
delete from receipt
where lane = $1::smallint and id = $2::text and items::text = $3::text
  and changed_at = $4::text::timestamptz
returning id
