-- Releases the lease of an app.
-- $1 holder
delete from reconciler_lease where holder = $1::uuid
