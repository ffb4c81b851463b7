UNFINISHED=$(store "customers/$PLAYER/transactions?unfinished=true")
SIGNED=$(sed 's/.*\[\(.*\)\].*/\1/' <<<"$UNFINISHED")
ledger transactions --data '{"account":"'$PLAYER'","signedTransactions":['$SIGNED']}' >"$HOME_DIR/posted.json"
tr '{}[],' '\n' <"$HOME_DIR/posted.json" | grep -E '^"(productId|duplicate|finish)":'
