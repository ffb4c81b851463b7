-- The log only grows. The application's role has no right to change it; triggers refuse every other
-- role.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'DC001';
end
$$;

create trigger is_append_only before update or delete on word
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on event
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on event_key
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on lane_batch
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on evidence
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on jws_header
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on evidence_dictionary
  for each row execute function refuse_change();

create trigger is_not_emptied before truncate on word
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on event
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on event_key
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on lane_batch
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on evidence
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on jws_header
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on evidence_dictionary
  for each statement execute function refuse_change();
