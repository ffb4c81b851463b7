-- The chains of one customer are counted together, whichever accounts own them, and are looked up
-- for each answer about days of paid service.
create index commission_customer_by_name
  on commission_customer (lane, app_transaction_id, environment);
