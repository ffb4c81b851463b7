-- Returns all interned strings.
select id, text from interned_string
