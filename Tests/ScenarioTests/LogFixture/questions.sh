# What a fixture's ledger is asked: each with moments of its own, so that no answer follows the clock.
# Sourced by record.sh.

readonly moments=(2025-09-20T12:00:00.000Z 2027-03-01T00:00:00.000Z)
readonly last_moment=2026-11-10T00:00:00.000Z
readonly accounts=(ada ben cleo dora emil finn gus hana ivo jana kai lena mia nobody)

# A line of JSON for each request and each command, with what it was answered.
ask_everything() {
  local account
  for account in "${accounts[@]}"; do ask_of_account "$account"; done
  for account in $ada_token $ada_other_token; do # the same as ada
    get "accounts/$account/entitlements?at=$last_moment"
    get "accounts/$account/wallet?at=$known_end"
  done
  ask_of_purchases
  ask_of_coins
  ask_of_reports
  ask_commands
}

ask_of_account() {
  local moment name known
  for moment in "${moments[@]}"; do
    get "accounts/$1/entitlements?at=$moment"
    get "accounts/$1/subscriptions?at=$moment"
    get "accounts/$1/tenure?at=$moment"
  done
  get "accounts/$1/entitlements?at=$last_moment"
  get "accounts/$1/subscriptions?at=$last_moment"
  get "accounts/$1/tenure?trace=true&at=$last_moment"
  for name in grace refund retry; do
    known=known_$name moment=at_$name
    get "accounts/$1/entitlements?at=${!moment}&knownAt=${!known}"
    get "accounts/$1/subscriptions?at=${!moment}&knownAt=${!known}"
  done
  for name in refund restore; do
    known=known_$name moment=at_$name
    get "accounts/$1/tenure?at=${!moment}&knownAt=${!known}"
    get "accounts/$1/wallet?at=${!known}"
  done
  get "accounts/$1/wallet?at=$known_end"
  get "accounts/$1/history?limit=1000"
}

ask_of_purchases() {
  local chain known
  for chain in $(chains) 1; do
    get "purchases/$chain?at=$last_moment"
    for known in "$known_grace" "$known_retry"; do
      get "purchases/$chain?at=$last_moment&knownAt=$known"
    done
  done
}

ask_of_coins() {
  local state grant id
  for state in pending acknowledged revoked; do get "grants?state=$state"; done
  get "grants?account=gus"
  for grant in $(ledger grants | jq --raw-output '.grants[:10][].id'); do get "grants/$grant"; done
  for id in $(sort --unique "$home/receipts.txt"); do get "receipts/$id"; done
}

ask_of_reports() {
  local format report known
  for format in json csv; do
    for report in "commission?from=2025-11-01&to=2026-11-10" "commission?to=2026-03-01" \
      "commission?to=2026-11-10&by=product,storefront,currency" "tenure?to=2026-11-10" \
      "tenure?to=2026-03-01&by=group,currency" "tenure?to=2026-11-10&lapsing=366"; do
      for known in "$known_retry" "$known_restore" "$known_end"; do
        get "reports/$report&format=$format&knownAt=$known"
      done
    done
  done
}

ask_commands() {
  local account chain event
  for account in dora gus jana; do
    command explain account "$account" --at $last_moment --json
    command accounts show "$account" --json
  done
  command explain account ada --at $last_moment --known-at "$known_retry" --json
  for chain in $(chains | head --lines 2); do
    command explain purchase "$chain" --at $last_moment --json
  done
  command explain transaction "$(transaction_of ada '' 3)" --at $last_moment --json
  for event in $(first_events); do command events show "$event" --json; done
  command catalog show --at 2026-03-01 --json
  command catalog show --at 2026-06-01 --json
  command terms show --json
  command programs list --json
  command verify --evidence --projections --wallets --json
  command verify --head
}

# The first event of each type.
first_events() {
  query "select distinct on (type) lane || '-' || position from event
    order by type, lane, position"
}

# Every chain that the store sold.
chains() {
  local name
  for name in ada ben cleo dora emil finn gus hana ivo jana kai mia; do
    store "customers/$name" | jq --raw-output '.. | .originalTransactionId? // empty'
    store "customers/$name/transactions" | jq --raw-output '
      .signedTransactions[] | split(".")[1] | gsub("-"; "+") | gsub("_"; "/") |
        . + "==="[:(4 - length % 4) % 4] | @base64d | fromjson | .originalTransactionId'
  done | sort --unique
}

# Keeps an answer with its status: JSON as it is, of a problem what programs decide by, anything else as
# text.
get() {
  local status
  status=$(curl --silent --show-error --output "$home/body" --write-out '%{http_code}' \
    --header "Authorization: Bearer $key" "$ledger_url/v1/$1")
  jq --null-input --compact-output --arg get "/v1/$1" --argjson status "$status" \
    --rawfile text "$home/body" '{$get, $status} + ($text | try {body: fromjson} catch {$text}) |
      if $status >= 400 then .body |= {type, status, code, retryable} else . end'
}

# Keeps what a command prints and its code; not when a verification was made.
command() {
  local code=0
  "$daicho" "$@" >"$home/body" 2>/dev/null || code=$?
  jq --null-input --compact-output --arg command "$*" --argjson code "$code" \
    --rawfile text "$home/body" '{$command, $code}
      + {body: ($text | fromjson | del(.takenAt, .head.takenAt, .projections))}'
}

expect_the_same_answers() {
  sleep 2
  ask_everything >"$home/again.jsonl"
  diff "$fixture/answers.jsonl" "$home/again.jsonl" >&2 || {
    echo "Answers follow the clock: these requests need moments." >&2
    exit 1
  }
}
