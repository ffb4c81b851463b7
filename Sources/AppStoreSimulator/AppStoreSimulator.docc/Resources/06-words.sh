# The last text of this name in an answer.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# The values of these names in an answer, a line each.
pick() { tr '{}[],' '\n' | grep -E "^\"($1)\":" || echo "nothing"; }

# A request to the store: its path, and what else curl takes.
store() {
  curl --silent --show-error --fail-with-body --write-out '\n' "$STORE/control/$1" "${@:2}"
}

# A request to the ledger.
ledger() {
  curl --silent --show-error --fail-with-body --write-out '\n' "$LEDGER/v1/$1" "${@:2}" \
    --header "Authorization: Bearer $KEY" --header "Content-Type: application/json"
}

# What the ledger says of the player at the store's time, or at AT.
ask() {
  local at answer
  at=${AT:-$(store clock | field now)}
  answer=$(ledger "accounts/$PLAYER/$1?at=$at") && pick "$2" <<<"$answer"
}

# Sends what is under way, and waits until the ledger has worked off all it was told.
settle() {
  store notifications/deliver --request POST >/dev/null
  until curl --silent --header "Authorization: Bearer $KEY" "$LEDGER/readyz" |
    grep -q '"lagEvents":0'; do sleep 0.1; done
}
