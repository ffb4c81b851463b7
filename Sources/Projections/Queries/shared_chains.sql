-- Returns the chains of customers that have more than one chain in a group, each with the name that they
-- share.
-- $1 lanes, $2 environment
select c.lane, c.stream, c.app, c.subscription_group, c.name, c.is_chain
from commission_customer c
join (
  select app, subscription_group, name, is_chain
  from commission_customer
  where lane = any($1::smallint[]) and environment = $2::text
  group by app, subscription_group, name, is_chain
  having count(*) > 1
) as shared using (app, subscription_group, name, is_chain)
where c.lane = any($1::smallint[]) and c.environment = $2::text
