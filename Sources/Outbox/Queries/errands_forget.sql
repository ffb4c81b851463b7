-- Takes away what is owed for an account by any of its names, with what was sealed for it.
-- $1 lanes, $2 the account's names
delete from errand where lane = any($1::smallint[]) and account = any($2::uuid[])
