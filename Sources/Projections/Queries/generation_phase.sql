-- Notes the phase of the rebuild.
-- $1 phase
update projection_generation set phase = $1::text where place = 'next'
