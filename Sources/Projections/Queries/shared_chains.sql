-- Returns the chains of customers that have more than one chain in a group, each with its customer.
-- $1 lanes, $2 environment
select c.lane, c.stream, c.app, c.subscription_group, c.app_transaction_id
from commission_customer c
join (
  select app, subscription_group, app_transaction_id
  from commission_customer
  where lane = any($1::smallint[]) and environment = $2::text
  group by app, subscription_group, app_transaction_id
  having count(*) > 1
) as shared using (app, subscription_group, app_transaction_id)
where c.lane = any($1::smallint[]) and c.environment = $2::text
