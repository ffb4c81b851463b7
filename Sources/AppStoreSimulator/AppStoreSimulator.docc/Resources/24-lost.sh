store misbehaviour --request PUT --output /dev/null --data '{"notifications":{"lostPercent":100}}'
store clock/advance --data '{"by":"P1M"}' --output /dev/null
"$BIN/daicho-appstore" check --appstore "$STORE" --ledger "$LEDGER" \
  --ledger-key-file "$HOME_DIR/key" || echo "The ledger has not heard of it."
ask subscriptions 'status|renewalOverdue'
