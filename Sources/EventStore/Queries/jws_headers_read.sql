-- Returns all header segments.
select id, header from jws_header
