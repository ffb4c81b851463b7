store clock/advance --data '{"by":"P1M"}'
settle
ask subscriptions 'productId|status|expiresAt'
