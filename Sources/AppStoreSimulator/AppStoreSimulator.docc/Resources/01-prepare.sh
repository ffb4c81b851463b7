PATH=${BIN:-$PWD/.build/debug}:$PATH
LEDGER=http://127.0.0.1:${LEDGER_PORT:-8180}
STORE=http://127.0.0.1:${STORE_PORT:-8199}
for url in "$LEDGER" "$STORE"; do
  if curl --silent --output /dev/null "$url"; then
    echo "$url is taken: set LEDGER_PORT and STORE_PORT to other ports, and begin again."
  fi
done
HOME_DIR=$(mktemp -d)
daicho-appstore prepare --home "$HOME_DIR/appstore" --url "$STORE"
