-- Removes chains whose folds no longer have subscriptions of their customers' own.
-- $1 lane, $2 streams
delete from tenure_chain
where lane = $1::smallint and stream = any($2::uuid[])
