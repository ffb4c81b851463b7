-- Returns the ids of the header segments with two digests: the stored one and the digest of the
-- header.
select id, digest, sha256(header) as header_digest from jws_header order by id
