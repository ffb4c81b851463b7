ledger transactions --data '{"account":"'$PLAYER'","signedTransactions":["'$SIGNED'"]}'
