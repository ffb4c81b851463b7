settle
ledger "accounts/$PLAYER/history" | tr '{}[],' '\n' |
  grep -E '^"(type|notificationType|transactionId)":'
