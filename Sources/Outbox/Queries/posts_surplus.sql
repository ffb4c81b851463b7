-- Returns and locks an API key's dead-lettered items that lose their places because items of an
-- account were saved. In the account and in the key, items that failed again go first, then the
-- oldest of the account. An item of another account goes only if it failed again. Skips items that
-- another process has locked.
-- $1 lanes, $2 API key, $3 account or null, $4 places of an account, $5 places of the key,
-- $6 reasons for which an item may wait
with saved as (
  select lane, id, made_at, account is not distinct from $3::uuid as is_own,
    attempts > 0 or reason <> all($6::text[]) as has_failed
  from job
  where lane = any($1::smallint[]) and key_id = $2::text and kind = 'post' and state = 'parked'
), of_account as (
  select *, $3::uuid is not null and is_own and row_number() over (
      partition by is_own order by has_failed, made_at desc, lane, id) > $4::bigint as is_surplus
  from saved
), of_key as (
  select lane, id, is_own or has_failed as may_go, row_number() over (
      order by is_own or has_failed, has_failed, made_at desc, lane, id) as place
  from of_account
  where not is_surplus
), surplus as (
  select lane, id from of_account where is_surplus
  union all
  select lane, id from of_key where may_go and place > $5::bigint
)
select j.lane, j.id
from job j join surplus s on s.lane = j.lane and s.id = j.id
where j.state = 'parked'
for update of j skip locked
