-- Collects the statistics of the next generation's tables.
select analyze_generation()::text
