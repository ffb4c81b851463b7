store customers/$PLAYER/purchases --data '{"productId":"com.example.game.no_ads"}' >/dev/null
settle
ask entitlements 'productId|state'
