SIGNED=$(store "customers/$PLAYER/transactions?unfinished=true" | sed 's/.*\[\(.*\)\].*/\1/')
ledger transactions --data '{"account":"'$PLAYER'","signedTransactions":['$SIGNED']}' >/dev/null
daicho-appstore check --appstore "$STORE" --ledger "$LEDGER" \
  --ledger-key-file "$HOME_DIR/key"
