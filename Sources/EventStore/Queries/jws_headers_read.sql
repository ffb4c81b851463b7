-- The header segments stored once.
select id, header from jws_header
