-- Returns the bytes that the live tables of projections take, and the folder of the database.
-- $1 projections
select bytes, folder from projection_space($1::text[])
