daicho-appstore serve --home "$HOME_DIR/appstore" --port "${STORE##*:}" \
  --ledger "$LEDGER" --ledger-key-file "$HOME_DIR/key" \
  --from 2025-01-01T09:00:00Z --speed 0 >"$HOME_DIR/store.log" 2>&1 &
STORE_PID=$!
curl -sf --retry 60 --retry-delay 1 --retry-connrefused "$STORE/control/clock"
kill -0 "$STORE_PID" || tail "$HOME_DIR/store.log"
