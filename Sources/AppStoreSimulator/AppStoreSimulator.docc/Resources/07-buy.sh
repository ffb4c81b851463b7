store customers/$PLAYER/purchases \
  --data '{"productId":"com.example.game.gems.100"}' >"$HOME_DIR/gems.json"
SIGNED=$(field signedTransaction <"$HOME_DIR/gems.json")
TRANSACTION=$(field transactionId <"$HOME_DIR/gems.json")
echo "$TRANSACTION is signed: ${SIGNED:0:40}…"
