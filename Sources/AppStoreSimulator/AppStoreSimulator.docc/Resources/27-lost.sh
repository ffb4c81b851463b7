store misbehaviour --request PUT --data '{"notifications":{"lostPercent":100}}' >/dev/null
store clock/advance --data '{"by":"P1M"}' >/dev/null
ask subscriptions 'status|renewalOverdue'
daicho-appstore check --appstore "$STORE" --ledger "$LEDGER" \
  --ledger-key-file "$HOME_DIR/key" || echo "The ledger was not told."
