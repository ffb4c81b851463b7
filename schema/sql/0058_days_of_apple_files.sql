-- A SUBSCRIPTION file of Apple's names its day in its name alone, and those of two days may be alike: both are
-- kept.
alter table apple_file drop constraint apple_file_pkey;
alter table apple_file add primary key (digest, name);

update apple_file
set
  first_day = concat_ws('-', left(found.day, 4), substr(found.day, 5, 2), right(found.day, 2)),
  last_day = concat_ws('-', left(found.day, 4), substr(found.day, 5, 2), right(found.day, 2))
from (select digest, substring(name from '(?:^|[^0-9])([0-9]{8})[^0-9]*$') as day from apple_file) as found
where apple_file.kind = 'SUBSCRIPTION' and apple_file.first_day is null and found.digest = apple_file.digest
  and found.day is not null;
