-- Appends events at their positions.
-- $1 rows of type event_row
insert into event ({event_row_columns})
select * from unnest($1::event_row[])
