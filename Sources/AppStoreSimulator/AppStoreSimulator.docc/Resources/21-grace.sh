store customers/$PLAYER/card --data '{"works":false}' >/dev/null
store clock/advance --data '{"by":"P1M"}' >/dev/null
settle
ask subscriptions 'status|gracePeriodExpiresAt'
ask entitlements 'productId|state'
