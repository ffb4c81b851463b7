store customers/$PLAYER/purchases --output /dev/null \
  --data '{"productId":"com.example.game.no_ads"}'
settle
ask entitlements 'productId|state'
