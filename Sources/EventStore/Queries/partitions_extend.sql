-- Creates the partitions that will be needed next and returns the number that were missing.
select extend_partitions()
