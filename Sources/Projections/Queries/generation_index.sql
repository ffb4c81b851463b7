-- Creates one index that the next generation lacks, and returns its name; null if there is none left.
select index_generation()
