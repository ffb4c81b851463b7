kill -TERM "$STORE_PID" "$LEDGER_PID"
wait "$STORE_PID" "$LEDGER_PID" || true
rm -r "$HOME_DIR"
