# What happens in a fixture's year. Sourced by record.sh.

readonly beginning=2025-06-03T08:00:00Z
readonly ada_token=9b0c1a52-6f0e-4a7b-8c55-3a9d2f6e1b04
readonly ada_other_token=5d1e7c90-2b3d-4e5f-8a9b-0c1d2e3f4a5b
readonly hana_token=7a6b5c4d-2b3d-4e5f-8a9b-0c1d2e3f4a5b
readonly pro=com.example.game.pro plus=com.example.game.plus gems=com.example.game.gems
readonly game=com.example.game

live() {
  publish_what_every_rule_reads
  come_customers
  buy_before_the_opening
  first_quarter
  second_quarter
  third_quarter
  play_with_coins
  change_owners
  last_half
  ask_apple_again
  remember restore
  restore
  buy_after_the_restore
  remember end
}

# Keeps the moment here, as `known_NAME`, and in the store, as `at_NAME`. Pauses, so that it parts what was
# recorded before from what comes later.
remember() {
  settle
  sleep 0.3
  declare -g "known_$1=$(date --utc +%FT%T.%3NZ)" "at_$1=$(store clock | jq --raw-output .now)"
  sleep 0.3
}

publish_what_every_rule_reads() {
  "$appstore" catalog | jq --arg unpriced "$gems.500" \
    'del(.products[] | select(.productId == $unpriced))' >"$home/catalog.json"
  "$daicho" catalog publish "$home/catalog.json" --from "$beginning" >&2
  "$daicho" catalog opening --before 2025-06-10 >&2
  "$daicho" programs add --name small-business --from 2025-09-15 >&2
}

come_customers() {
  local name
  customer ada "\"appAccountToken\":\"$ada_token\""
  customer hana "\"appAccountToken\":\"$hana_token\""
  customer ivo '"storefront":"JPN"'
  customer emil '"storefront":"DEU"'
  for name in ben cleo dora finn gus jana kai mia; do customer "$name"; done
  ledger accounts/ada/tokens --data "{\"appAccountToken\":\"$ada_token\"}"
  ledger accounts/hana/tokens --data "{\"appAccountToken\":\"$hana_token\"}"
  ledger accounts/ada/consent --request PUT --data '{"consumption":true}'
  ledger accounts/gus/consent --request PUT --data '{"consumption":true}'
  ledger accounts/gus/consent --request PUT --data '{"consumption":false}'
}

# Delivered elsewhere: listed, and never credited.
buy_before_the_opening() {
  buy gus $gems.100
  post gus
  advance P8D
}

first_quarter() {
  buy ada $plus.monthly '"offer":{"kind":"introductory"}'
  post ada
  buy cleo $pro.yearly '"offer":{"kind":"introductory"}'
  buy cleo $game.no_ads
  store customers/cleo/family --data '{"member":"ben"}'
  post cleo
  post ben
  buy dora $plus.monthly
  post dora
  buy emil $game.news.monthly
  buy finn $game.news.yearly '"billingPlanType":"MONTHLY"'
  post finn
  buy gus $gems.100 '"quantity":3'
  buy gus $gems.500
  buy gus $game.soundtrack
  post gus
  buy hana $plus.quarterly
  buy hana $gems.100
  post hana
  buy ivo $game.basic.weekly '"offer":{"kind":"introductory"}'
  post ivo
  buy jana $pro.monthly
  post jana
  buy mia $gems.100
  advance P1M
  post emil
  subscription emil 21000002 cancel
  subscription ivo 21000001 cancel
  advance P1M
}

second_quarter() {
  local charged
  echo '{"terms":[{"name":"Japan 2026","storefronts":["JPN"],"from":"2025-06-01","rate":"0.26"}]}' \
    >"$home/terms.json"
  "$daicho" terms publish "$home/terms.json" >&2
  # A card that fails: within grace, and after it.
  store customers/dora/card --data '{"works":false}'
  advance P1M
  advance P10D
  remember grace
  store customers/dora/card --data '{"works":true}'
  buy ada $pro.yearly
  charged=$bought
  buy gus $game.season_pass
  post gus
  buy kai $plus.monthly '"offer":{"id":"PLUS_TWO_MONTHS"}'
  post kai
  advance P12D
  store "transactions/$charged/request-refund" --data '{"reason":"UNSATISFIED_WITH_PURCHASE"}'
  advance P3D
  settle
  refund "$charged" || true # unless Apple has decided so by itself
  remember refund
  advance P2D
  store "transactions/$charged/reverse-refund" --request POST
  settle
  store prices --data "{\"productId\":\"$pro.monthly\",\"price\":11990,\"consentRequired\":true}"
  advance P1M
  subscription jana 21000001 consent
  store customers/dora/card --data '{"works":false}'
  advance P2M
  remember retry
}

third_quarter() {
  store customers/dora/card --data '{"works":true}'
  advance P2D
  # What was not priced until now is granted; from May on Xcode's own file holds.
  "$appstore" catalog >"$home/catalog.json"
  "$daicho" catalog publish "$home/catalog.json" --from "$beginning" >&2
  jq '{products: [.products[] | select(.grants) | {productId, grants}]} |
    .products[].grants[].amount += 1' "$home/catalog.json" >"$home/coins.json"
  "$daicho" catalog publish "$goods" --coins "$home/coins.json" --from 2026-05-01 >&2
  subscription jana 21000001 cancel
  subscription finn 21000002 extend --data '{"days":7}'
  buy ivo $game.basic.monthly
  buy emil $plus.monthly '"offer":{"kind":"introductory"}'
  post emil
  advance P2M
  subscription emil 21000001 cancel
  store notifications --data '{"type":"TEST"}'
  store notifications --data '{"type":"SOMETHING_OF_TOMORROW","subtype":"NEWER"}'
  advance P2M
  buy emil $plus.monthly '"offer":{"id":"plus_come_back"}'
  post emil
  settle
}

# Coins kept here, and grants that a game acknowledges.
play_with_coins() {
  local grant
  wallet gus spend sword '{"coin":"gem","amount":690,"reference":"sword"}'
  wallet gus reserve auction '{"coin":"gem","amount":50,"reference":"auction"}'
  wallet gus commit auction-won '{"reservation":"auction"}'
  wallet gus reserve bid '{"coin":"gem","amount":20}'
  wallet gus cancel bid-lost '{"reservation":"bid"}'
  wallet gus reserve open-bid '{"coin":"gem","amount":7}'
  wallet gus adjust sorry '{"coin":"gem","amount":15,"reason":"an outage","author":"eve"}'
  wallet ada spend hat '{"coin":"gem","amount":30}'
  wallet ada spend too-much '{"coin":"gem","amount":100000}' || true # more than there is
  for grant in $(ledger 'grants?account=gus' | jq --raw-output '.grants[:2][].id'); do
    ledger "grants/$grant/acknowledge" --request POST
  done
  refund "$(transaction_of gus $gems.100 2)" '{"percentage":40000}'
  refund "$(transaction_of gus $gems.500 1)"
  settle
}

# A purchase changes hands under each policy of the app, and by an operator.
change_owners() {
  local chain
  chain=$(transaction_of jana $pro.monthly 1)
  post_as kai jana
  link kai "$chain" || true # the first has it
  link mia "$(transaction_of mia $gems.100 1)"
  reopen_ledger '{"policy":"transfer","coolDownDays":7}'
  post_as kai jana
  post_as jana jana
  reopen_ledger '{"policy":"share"}'
  post_as lena jana
  ledger transactions --data '{"account":"lena","signedTransactions":["not.signed.atall"]}' |
    jq --raw-output .id >>"$home/receipts.txt"
  reopen_ledger '{"policy":"firstWins"}'
  "$daicho" accounts link ben "$(transaction_of gus $game.soundtrack 1)" \
    --author eve --reason "lost phone" >&2
  "$daicho" accounts undo "$(transaction_of gus $game.soundtrack 1)" \
    --author eve --reason "a mistake" >&2
  "$daicho" accounts link gus "$(transaction_of gus $gems.100 2)" \
    --author eve --reason "asked for it" >&2
  ledger accounts/ada/tokens --data "{\"appAccountToken\":\"$ada_other_token\"}"
  ledger accounts/kai/tokens --data "{\"appAccountToken\":\"$ada_other_token\"}" || true # it is ada's
  settle
  "$daicho" accounts erase hana --yes >&2
  settle
}

# Apple's copies are signed anew: what was said before is said again.
ask_apple_again() {
  local name
  for name in ada cleo dora gus; do transaction_of "$name" '' 1; done >"$home/ids.txt"
  "$daicho" backfill "$home/ids.txt" --delivered-before 2025-06-10 >&2
  "$daicho" reconcile run --days 180 >&2
  settle
}

restore() {
  close_ledger
  "$daicho" recover --restored --keep-held >&2
  "$daicho" recover --release >&2
  open_ledger
  settle
}

# Whoever stayed has paid for a year of service.
last_half() {
  "$daicho" programs add --name small-business --from 2025-09-15 --until 2026-03-01 >&2
  advance P3M
  settle
  advance P3M
  settle
}

buy_after_the_restore() {
  buy ada $gems.100 "\"appAccountToken\":\"$ada_other_token\""
  post ada
  buy gus $gems.100
  post gus
  advance P7D
  settle
}

# Does something in the store, or asks it.
store() { request "$store_url/control/$1" "${@:2}" || complain "store $*"; }

# Asks the ledger.
ledger() {
  request "$ledger_url/v1/$1" "${@:2}" --header "Authorization: Bearer $key" \
    --header "Content-Type: application/json" || complain "ledger $*"
}

request() { curl --silent --show-error --fail-with-body --write-out '\n' "$@"; }

complain() {
  echo "This was refused: $1" >&2
  return 1
}

customer() { store customers --data "{\"name\":\"$1\"${2:+,$2}}"; }

# Leaves the transaction's id in `bought`.
buy() {
  bought=$(store "customers/$1/purchases" --data "{\"productId\":\"$2\"${3:+,$3}}" |
    jq --raw-output '.transactionId // empty')
}

advance() { store clock/advance --data "{\"by\":\"$1\"}"; }

subscription() { store "customers/$1/subscriptions/$2/$3" --request POST "${@:4}"; }

refund() { store "transactions/$1/refund" --data "${2:-{\}}"; }

# The game of a player posts what StoreKit has for it, and finishes that.
post() { post_as "$1" "$1"; }

# One player's device, where another bought.
post_as() {
  store "customers/$2/transactions" >"$home/posted.json"
  jq --arg account "$1" '. + {$account}' "$home/posted.json" >"$home/post.json"
  ledger transactions --data "@$home/post.json" >"$home/receipt.json"
  jq --raw-output .id "$home/receipt.json" >>"$home/receipts.txt"
}

# The number-th transaction of a customer for a product, or for any.
transaction_of() {
  store "customers/$1/transactions" | jq --raw-output --arg product "$2" --argjson number "$3" '
    [.signedTransactions[] | split(".")[1] | gsub("-"; "+") | gsub("_"; "/") |
      . + "==="[:(4 - length % 4) % 4] | @base64d | fromjson |
      select($product == "" or .productId == $product)][$number - 1].transactionId'
}

link() { ledger "accounts/$1/purchases" --data "{\"originalTransactionId\":\"$2\"}"; }

wallet() {
  ledger "accounts/$1/wallet/$2" --header "Idempotency-Key: \"$3\"" --data "$4"
}
