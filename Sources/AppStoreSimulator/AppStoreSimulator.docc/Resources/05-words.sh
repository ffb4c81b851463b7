# The last text of this name in an answer.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# A request to the store: its path, and what else curl takes.
store() { curl --silent --show-error --fail-with-body "$STORE/control/$1" "${@:2}"; }

# A request to the ledger.
ledger() {
  curl --silent --show-error --fail-with-body "$LEDGER/v1/$1" "${@:2}" \
    --header "Authorization: Bearer $KEY" --header "Content-Type: application/json"
}

# What the ledger says of the player at the store's time, or at $AT: the fields named.
ask() {
  local at answer
  at=${AT:-$(store clock | field now)}
  answer=$(ledger "accounts/$PLAYER/$1?at=$at")
  tr '{}[],' '\n' <<<"$answer" | grep -E "^\"($2)\":" || echo "nothing"
}

# Sends what is under way, and waits until the ledger has worked off all it was told.
settle() {
  store notifications/deliver --request POST --output /dev/null
  until curl --silent "$LEDGER/readyz" | grep -q '"lagEvents":0'; do sleep 0.1; done
}
