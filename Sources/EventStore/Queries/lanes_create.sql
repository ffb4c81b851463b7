-- Adds the lanes of the ledger, lane 0 included; does nothing if they exist.
insert into lane (lane) select generate_series(0, lanes) from installation
on conflict (lane) do nothing
