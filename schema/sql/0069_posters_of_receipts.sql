-- Two keys may send the same post, and each of them may read its receipt.
alter table receipt add column key_ids text[];
update receipt set key_ids = array[key_id];
alter table receipt alter column key_ids set not null;
alter table receipt drop column key_id;
