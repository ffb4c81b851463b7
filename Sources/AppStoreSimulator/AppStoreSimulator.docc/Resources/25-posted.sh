SIGNED=$(store "customers/$PLAYER/transactions?unfinished=true" | sed 's/.*\[\(.*\)\].*/\1/')
ledger transactions --output /dev/null \
  --data '{"account":"'$PLAYER'","signedTransactions":['$SIGNED']}'
"$BIN/daicho-appstore" check --appstore "$STORE" --ledger "$LEDGER" \
  --ledger-key-file "$HOME_DIR/key"
