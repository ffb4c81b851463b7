store customers/$PLAYER/purchases \
  --data '{"productId":"com.example.game.pro.monthly"}' >"$HOME_DIR/bought.json"
SIGNED=$(field signedTransaction <"$HOME_DIR/bought.json")
ledger transactions >"$HOME_DIR/posted.json" \
  --data '{"account":"'$PLAYER'","signedTransactions":["'$SIGNED'"]}'
cat "$HOME_DIR/posted.json"
