store customers/$PLAYER/card --data '{"works":true}' --output /dev/null
settle
ask subscriptions 'status|expiresAt'
ask entitlements 'productId|state'
