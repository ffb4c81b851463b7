store clock/advance --data '{"by":"P20D"}' >/dev/null
settle
ask subscriptions 'status'
ask entitlements 'productId|state'
