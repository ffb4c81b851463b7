-- The states of chains and transactions are bytes of the ledger's own form. Those of before stay JSON,
-- as bytes, until they are written again.
select drop_generation('next'), drop_generation('previous');
alter table chain alter column state type bytea using convert_to(state::text, 'UTF8');
alter table chain_transaction alter column state type bytea using convert_to(state::text, 'UTF8');
