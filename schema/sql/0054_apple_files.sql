-- Apple's report files as they came, evidence of what Apple says it sold and paid. Rows are only added.
create table apple_file (
  -- SHA-256 of the decompressed content
  digest      bytea       primary key,
  -- SALES, FINANCIAL and so on
  kind        text        not null,
  name        text        not null,
  -- the days that the file is about; null where it names none
  first_day   text,
  last_day    text,
  body        bytea       not null,
  imported_at timestamptz not null default clock_timestamp()
);
create index apple_file_of_day on apple_file (kind, first_day);
grant select, insert on apple_file to daicho_app;
