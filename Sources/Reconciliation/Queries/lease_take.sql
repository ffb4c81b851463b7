-- Leases an app or extends the lease; no row if another process has it.
-- $1 app, $2 environment, $3 holder, $4 now, $5 until
insert into reconciler_lease as l (app, environment, holder, until)
values ($1::text, $2::text, $3::uuid, $5::timestamptz)
on conflict (app, environment) do update set holder = excluded.holder, until = excluded.until
where l.holder = excluded.holder or l.until < $4::timestamptz
returning l.holder
