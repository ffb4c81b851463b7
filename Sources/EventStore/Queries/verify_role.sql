-- Returns the role of the session, with its rights.
select current_user::text
