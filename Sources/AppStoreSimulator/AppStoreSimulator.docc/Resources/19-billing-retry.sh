store clock/advance --data '{"by":"P20D"}' --output /dev/null
settle
ask subscriptions 'status'
ask entitlements 'productId|state'
