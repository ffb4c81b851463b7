store customers/$PLAYER/purchases \
  --data '{"productId":"com.example.game.gems.100"}' >"$HOME_DIR/bought.json"
TRANSACTION=$(field transactionId <"$HOME_DIR/bought.json")
SIGNED=$(field signedTransaction <"$HOME_DIR/bought.json")
echo "$TRANSACTION: ${SIGNED:0:60}…"
