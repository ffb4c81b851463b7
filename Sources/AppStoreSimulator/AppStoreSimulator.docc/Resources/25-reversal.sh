store transactions/$TRANSACTION/reverse-refund --request POST >/dev/null
store customers/$PLAYER/subscriptions/21000001/resume --request POST >/dev/null
settle
ask subscriptions 'status|autoRenew'
ask entitlements 'productId|state'
