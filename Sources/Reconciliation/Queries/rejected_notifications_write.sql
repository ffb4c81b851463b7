-- Stores the notifications that Apple lists and the ledger rejects; the first moment stays.
-- $1 app, $2 environment, $3 digests, $4 codes, $5 now
insert into rejected_notification (app, environment, digest, code, rejected_at)
select $1::text, $2::text, r.digest, r.code, $5::timestamptz
from unnest($3::bytea[], $4::text[]) as r(digest, code)
on conflict (app, environment, digest) do update set code = excluded.code
