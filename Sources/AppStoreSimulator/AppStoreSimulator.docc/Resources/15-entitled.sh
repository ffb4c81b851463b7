NOW=$(store clock | field now)
POSITION=$(field position <"$HOME_DIR/posted.json")
ledger "accounts/$PLAYER/entitlements?at=$NOW&minPosition=$POSITION"
