settle
ledger "accounts/$PLAYER/history" | pick 'type|notificationType|transactionId'
