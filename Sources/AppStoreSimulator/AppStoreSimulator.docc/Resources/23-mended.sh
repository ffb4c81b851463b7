store customers/$PLAYER/card --data '{"works":true}' >/dev/null
settle
ask subscriptions 'status|expiresAt'
ask entitlements 'productId|state'
