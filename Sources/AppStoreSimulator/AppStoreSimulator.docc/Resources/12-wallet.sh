ledger "accounts/$PLAYER/wallet" | pick 'coin|balance|kind'
