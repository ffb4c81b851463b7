store misbehaviour --request PUT >/dev/null \
  --data '{"notifications":{"doubledPercent":100,"shuffledWithin":86400000}}'
store clock/advance --data '{"by":"P1M"}' >/dev/null
daicho-appstore check --appstore "$STORE" --ledger "$LEDGER" \
  --ledger-key-file "$HOME_DIR/key"
