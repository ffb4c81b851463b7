store transactions/$TRANSACTION/reverse-refund --request POST --output /dev/null
store customers/$PLAYER/subscriptions/21000001/resume --request POST --output /dev/null
settle
ask subscriptions 'status|autoRenew'
ask entitlements 'productId|state'
