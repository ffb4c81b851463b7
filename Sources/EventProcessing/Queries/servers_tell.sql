-- Records a sign of life of a process. Removes processes that were silent for a day, and all but the newest thousand: a
-- program that crashes at each start leaves a row each time.
-- $1 id, $2 host, $3 process, $4 version, $5 commit, $6 schema, $7 rules, $8 parts, $9 epoch
with forgotten as (
  delete from running_server
  where id in (
    select id from running_server
    where id <> $1::uuid and (
      seen_at < now() - interval '1 day'
      or seen_at < (select seen_at from running_server order by seen_at desc offset 1000 limit 1))
    for update skip locked)
)
insert into running_server as r
  (id, host, process, version, commit, schema_version, rules, parts, epoch, started_at, seen_at)
values (
  $1::uuid, $2::text, $3::integer, $4::text, $5::text, $6::integer, $7::integer, $8::text[], $9::uuid, now(), now())
on conflict (id) do update set epoch = excluded.epoch, seen_at = excluded.seen_at
