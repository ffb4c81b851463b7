-- The numbers of the header segments with their digests: the stored ones and those of the headers.
select id, digest, sha256(header) as header_digest from jws_header order by id
