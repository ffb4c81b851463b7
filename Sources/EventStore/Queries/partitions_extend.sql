-- Makes the partitions that will be needed next; tells how many were missing.
select extend_partitions()
