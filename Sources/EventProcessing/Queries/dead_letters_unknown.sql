-- Returns the dead letters under other names than these: lane, name and number.
-- $1 names of consumers
select lane, consumer, count(*)
from dead_letter
where consumer <> all($1::text[])
group by lane, consumer
order by lane, consumer
