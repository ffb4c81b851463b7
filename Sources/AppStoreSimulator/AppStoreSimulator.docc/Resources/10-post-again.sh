ledger transactions --data '{"account":"'$PLAYER'","signedTransactions":["'$SIGNED'"]}' |
  pick 'duplicate|finish'
