-- Puts the data keys of these streams aside if they are wrapped with a lost master key. Returns their
-- number.
-- $1 lanes, $2 streams, side by side, $3 name of the master key
select lose_data_keys($1::smallint[], $2::uuid[], $3::text)
