for attempt in 1 2; do
  ledger "accounts/$PLAYER/wallet/spend" --header 'Idempotency-Key: "order-1"' \
    --data '{"coin":"gem","amount":30}' | pick 'balance|number'
done
