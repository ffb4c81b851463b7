-- Leases an app or extends the lease; no row if another process has it. Leases end by the
-- database's clock, which all processes share.
-- $1 app, $2 environment, $3 holder, $4 length of the lease in milliseconds
insert into reconciler_lease as l (app, environment, holder, until)
values (
  $1::text, $2::text, $3::uuid, now() + $4::bigint * interval '1 millisecond')
on conflict (app, environment) do update set holder = excluded.holder, until = excluded.until
where l.holder = excluded.holder or l.until < now()
returning l.holder
