do $$
begin
  if not exists (select from pg_roles where rolname = 'daicho_app') then
    create role daicho_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null;
end
$$;
do $$
begin
  if not pg_has_role(current_user, 'daicho_app', 'member') then
    grant daicho_app to current_user;
  end if;
end
$$;
