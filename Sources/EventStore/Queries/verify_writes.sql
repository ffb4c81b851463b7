-- Writes half a megabyte to the disk of the database, for this transaction alone.
create temporary table daicho_write_test on commit drop as
select md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text) || md5((n + 3)::text) as filling
from generate_series(1, 3000) as n
