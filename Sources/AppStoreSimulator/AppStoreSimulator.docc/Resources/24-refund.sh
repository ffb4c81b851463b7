TRANSACTION=$(store customers/$PLAYER | field transactionId)
store transactions/$TRANSACTION/refund --request POST >/dev/null
settle
ask subscriptions 'status|autoRenew'
ask entitlements 'productId|state'
