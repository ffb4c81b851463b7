BIN=${BIN:-$PWD/.build/debug}
LEDGER=http://127.0.0.1:${LEDGER_PORT:-8080}
STORE=http://127.0.0.1:${STORE_PORT:-8099}
HOME_DIR=$(mktemp -d)
"$BIN/daicho-appstore" prepare --home "$HOME_DIR/appstore" --url "$STORE"
