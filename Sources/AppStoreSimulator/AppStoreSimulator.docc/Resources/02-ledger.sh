unset DATABASE_URL
export DAICHO_HOME=$HOME_DIR/ledger DAICHO_HTTP_PORT=${LEDGER##*:}
export DAICHO_APPS=$HOME_DIR/appstore/apps.json
DAICHO_TRUST_ROOTS=Production=$HOME_DIR/appstore/root.pem
export DAICHO_TRUST_ROOTS=$DAICHO_TRUST_ROOTS,Production=$HOME_DIR/appstore/receipt-root.pem
daicho serve --only http,projections,grants >"$HOME_DIR/ledger.log" 2>&1 &
LEDGER_PID=$!
curl -sf --retry 60 --retry-delay 1 --retry-connrefused "$LEDGER/readyz"
kill -0 "$LEDGER_PID" || tail "$HOME_DIR/ledger.log"
