#!/usr/bin/env bash
# Writes a fixture: a small ledger that lived for a year, and what it answered. Usage:
#   record.sh FOLDER DAICHO DAICHO-APPSTORE
# FOLDER is named after the commit that the two programs were built from, and must not exist yet. Needs
# curl, jq, psql and pg_dump of the server's major version. README.md says what is kept, and why for ever.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../../.." && pwd)
goods=$(find "$repository/Sources/AppStoreSimulator" -name Game.storekit)
readonly here repository goods
server=
store=
finished=false

source "$here/lives.sh"
source "$here/questions.sh"

main() {
  if (( $# != 3 )) || [[ -e $1 ]]; then
    echo "usage: record.sh FOLDER DAICHO DAICHO-APPSTORE; FOLDER must not exist" >&2
    exit 2
  fi
  fixture=$(realpath --canonicalize-missing "$1")
  daicho=$(realpath "$2")
  appstore=$(realpath "$3")
  home=$(mktemp --directory)
  chmod 755 "$home"
  trap stop EXIT
  prepare
  open_ledger
  make_keys
  open_store
  live >"$home/lives.log"
  settle
  expect_every_event_type
  close_ledger
  keep_configuration
  DAICHO_APPS=$fixture/apps.json open_ledger --only http
  ask_everything >"$fixture/answers.jsonl"
  expect_the_same_answers
  "$daicho" verify --head >"$fixture/head.json"
  dump
  close_ledger
  du --apparent-size --bytes "$fixture"/* >&2
  finished=true
}

prepare() {
  unset DATABASE_URL
  port=$(free_port 18300)
  store_port=$(free_port 18400)
  ledger_url=http://127.0.0.1:$port
  store_url=http://127.0.0.1:$store_port
  "$appstore" prepare --home "$home/appstore" --url "$store_url" >/dev/null
  export DAICHO_HOME=$home/ledger DAICHO_HTTP_HOST=127.0.0.1 DAICHO_HTTP_PORT=$port
  export DAICHO_APPS=$home/apps.json DAICHO_TRUST_ROOTS=Production=$home/appstore/root.pem
  export DAICHO_ENCRYPTION_KEY_FILE=$home/master.keys
  echo "fixture:$(head --bytes 32 /dev/urandom | base64)" >"$home/master.keys"
  database=(--host "$DAICHO_HOME/run" --username postgres --dbname postgres)
  link_by '{"policy":"firstWins"}'
}

# The app's configuration with a link policy; holds from the ledger's next opening.
link_by() {
  jq --argjson link "$1" \
    '.[0] += {link: $link, finish: "acknowledged", consumption: {answer: true}}' \
    "$home/appstore/apps.json" >"$home/apps.json"
}

free_port() {
  local port
  for ((port = $1; port < $1 + 50; port++)); do
    if ! (exec 8<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
  echo "The ports $1 to $(($1 + 49)) are taken." >&2
  exit 1
}

open_ledger() {
  setpriv --pdeathsig TERM "$daicho" serve "$@" >>"$home/ledger.log" 2>&1 &
  server=$!
  wait_for "$ledger_url/readyz"
}

close_ledger() {
  kill -TERM "$server"
  wait "$server"
  server=
}

reopen_ledger() {
  close_ledger
  link_by "$1"
  open_ledger
}

make_keys() {
  "$daicho" keys create --name fixture --scopes ingest,read,grants,finance,admin --json |
    jq --raw-output .key >"$home/api.key"
  key=$(cat "$home/api.key")
}

# The clock stands, and is put forward by hand.
open_store() {
  setpriv --pdeathsig TERM "$appstore" serve --home "$home/appstore" --port "$store_port" \
    --ledger "$ledger_url" --ledger-key-file "$home/api.key" \
    --from "$beginning" --speed 0 >>"$home/store.log" 2>&1 &
  store=$!
  wait_for "$store_url/control/clock"
}

wait_for() {
  curl --silent --fail --output /dev/null --retry 100 --retry-delay 1 --retry-connrefused \
    --retry-all-errors "$1"
}

# Lets everything arrive, and waits until the ledger has nothing left to do.
settle() {
  store notifications/deliver --request POST >/dev/null
  for _ in {1..600}; do
    if is_caught_up; then return; fi
    sleep 0.2
  done
  echo "The ledger stays behind:" >&2
  curl --silent --header "Authorization: Bearer $key" "$ledger_url/readyz" >&2
  "$daicho" outbox list --state owed >&2
  exit 1
}

is_caught_up() {
  curl --silent --header "Authorization: Bearer $key" "$ledger_url/readyz" |
    jq --exit-status '[.checks[] | .lagEvents // 0] | all(. == 0)' >/dev/null &&
    "$daicho" outbox list --state owed --json |
    jq --exit-status '[.[] | arrays | .[] | select(.dueAt < (now + 3600 | todate))] == []' >/dev/null
}

# Asks the ledger's own database, while the ledger is open.
query() { psql "${database[@]}" --tuples-only --no-align --command "$1"; }

expect_every_event_type() {
  local missing
  missing=$(query "select word from event_type t where not exists
    (select from event e where e.type = t.type)")
  if [[ -n $missing ]]; then
    echo "No event of this type was written: $missing" >&2
    exit 1
  fi
  query "select word, count(*) from event_type join event using (type) group by type, word
    order by type" >&2
}

# What a test needs to open the ledger; without the key by which Apple is asked.
keep_configuration() {
  mkdir "$fixture"
  cp "$home/master.keys" "$home/api.key" "$home/appstore/root.pem" "$fixture"
  jq 'map({bundleId, appAppleId, environments})' "$home/apps.json" >"$fixture/apps.json"
}

# As statements that any client can send, and with the role that they grant rights to.
dump() {
  {
    echo "-- Written by record.sh, and never changed: README.md says why."
    cat "$here/role.sql"
    pg_dump "${database[@]}" --no-owner --inserts --rows-per-insert=100 |
      grep --invert-match --extended-regexp '^\\(un)?restrict '
  } >"$fixture/log.sql"
}

stop() {
  local pid
  for pid in $store $server; do
    kill -TERM "$pid" 2>/dev/null || continue
    wait "$pid" 2>/dev/null || true
  done
  if $finished; then rm -r "$home"; else echo "What was left is in $home." >&2; fi
}

main "$@"
