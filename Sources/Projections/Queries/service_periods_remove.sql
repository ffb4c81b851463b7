-- Removes the periods of streams whose folds no longer have them.
-- $1 lane, $2 streams, $3 streams and $4 transaction ids of the periods that stay, side by side
delete from service_period p
where p.lane = $1::smallint and p.stream = any($2::uuid[])
  and not exists (
    select from unnest($3::uuid[], $4::text[]) as kept(stream, transaction_id)
    where kept.stream = p.stream and kept.transaction_id = p.transaction_id)
