-- Returns the storefronts with charges in production since a moment that no row of the storefront's
-- own terms rates, with their number.
-- $1 lanes, $2 storefronts, $3 moments, side by side
select app, storefront, count(*)
from commission_line l
join unnest($2::text[], $3::timestamptz[]) as s(storefront, since) using (storefront)
where lane = any($1::smallint[]) and environment = 'Production' and corrected_at is null
  and app is not null and charged_at >= since
  and (reason is null or reason not like 'storefrontTerms:%')
group by app, storefront
order by app, storefront
