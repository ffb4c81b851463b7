-- Returns the generations of the projections that were not dropped.
select projection, generation, place, rules, phase, changed_at, accepted_by
from projection_generation
where place <> 'dropped'
order by projection, generation
