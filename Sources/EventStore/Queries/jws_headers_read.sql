-- Returns all header segments with the digests stored beside them.
select id, header, digest from jws_header
