-- The chains an account has named.
-- $1 lane, $2 account stream
select environment, original_transaction_id
from account_chain
where lane = $1::smallint and account_stream = $2::uuid
order by original_transaction_id
