SIGNED=$(store "customers/$PLAYER/transactions?unfinished=true" | sed 's/.*\[\(.*\)\].*/\1/')
ledger transactions --data '{"account":"'$PLAYER'","signedTransactions":['$SIGNED']}' |
  pick 'duplicate|finish'
