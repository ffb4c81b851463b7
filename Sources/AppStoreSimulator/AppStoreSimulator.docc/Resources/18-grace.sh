store customers/$PLAYER/card --data '{"works":false}' --output /dev/null
store clock/advance --data '{"by":"P1M"}' --output /dev/null
settle
ask subscriptions 'status|gracePeriodExpiresAt'
ask entitlements 'productId|state'
