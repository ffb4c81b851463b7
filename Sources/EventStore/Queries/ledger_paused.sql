-- Returns true while the ledger is paused.
select exists (select from installation where paused_since is not null)
