-- Appends events at their positions.
-- the columns in their order, arrays side by side
insert into event ({event_columns})
select * from unnest({event_parameters})
