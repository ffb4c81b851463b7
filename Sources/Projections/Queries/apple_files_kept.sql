-- Returns every kept file of Apple's with the SHA-256 of its bytes, the position of its event in lane 0, and
-- the moment of its import.
select digest, kind, name, first_day, last_day, sha256(body), event_position, imported_at
from apple_file
order by imported_at, digest
