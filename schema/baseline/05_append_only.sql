-- What is written once. The application's role has no right to change it; triggers refuse every other role.

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'DC001';
end
$$;

-- The log.
create trigger is_append_only before update or delete on interned_string
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on interned_string
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on event
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on event
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on event_key
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on event_key
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on grant_key
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on grant_key
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on lane_batch
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on lane_batch
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on evidence
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on evidence
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on jws_header
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on jws_header
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on evidence_dictionary
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on evidence_dictionary
  for each statement execute function reject_change();

-- The records of keys.
create trigger is_append_only before update or delete on master_key
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on master_key
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on destroyed_data_key
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on destroyed_data_key
  for each statement execute function reject_change();
